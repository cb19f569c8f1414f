import ADAL
import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Requests on the wire")
struct ProtocolTests {
    @Test("R6: sign-in, refresh and every other token request go to the version 1 endpoints, and no other")
    func version1Only() async throws {
        let world = try await World()
        let context = try world.context("common", browser: world.browser())
        let first = await context.asking()
        #expect(first.status == AD_SUCCEEDED)
        #expect(await context.silent(forceRefresh: true).status == AD_SUCCEEDED)
        let token = try #require(first.tokenCacheItem?.refreshToken)
        let own = await context.acquireToken(
            withRefreshToken: token, resource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect())
        #expect(own.status == AD_SUCCEEDED)
        let paths = world.wire.exchanges.map(\.request.url.path)
        #expect(paths.allSatisfy { !$0.contains("v2.0") })
        #expect(paths.filter { $0.hasSuffix("/authorize") }.allSatisfy { $0 == "/common/oauth2/authorize" })
        #expect(paths.filter { $0.hasSuffix("/token") } == Array(repeating: "/common/oauth2/token", count: 3))
        // The library's other requests are for public data, and carry no credential.
        let others = world.wire.exchanges.map(\.request).filter { request in
            !["/authorize", "/token"].contains { request.url.path.hasSuffix($0) }
                && request.url.path.contains(".well-known")
                || request.url.path.hasSuffix("/keys")
        }
        #expect(!others.isEmpty)
        #expect(others.allSatisfy { $0.method == .get && $0.body.isEmpty && $0.fields["Authorization"] == nil })
    }

    @Test("The authorization request names the resource and no scope but openid, and is protected by PKCE and a state")
    func authorizationRequest() async throws {
        let world = try await World()
        let context = try world.context(browser: world.browser())
        let result = await context.acquireToken(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(),
            promptBehavior: AD_PROMPT_AUTO, userId: " ADA@contoso.test ", extraQueryParameters: "&mkt=de&x=1%202")
        #expect(result.status == AD_SUCCEEDED)
        let request = try #require(world.wire.requests(to: "/oauth2/authorize").first)
        let query = try FormParameters(parsing: request.url.query ?? "")
        #expect(query["resource"] == Contoso.files)
        #expect(query["scope"] == "openid")
        #expect(query["response_type"] == "code")
        #expect(query["haschrome"] == "1")
        #expect(query["return-client-request-id"] == "true" && query["client-request-id"]?.isEmpty == false)
        #expect(query["login_hint"] == Contoso.ada)
        #expect(query["code_challenge_method"] == "S256")
        #expect((query["state"] ?? "").utf8.count >= 22)
        #expect(query["prompt"] == nil)
        #expect(query["nonce"] == nil)
        #expect(query["mkt"] == "de")
        #expect(query["x"] == "1 2")
        let code = try #require(world.wire.requests(to: "/oauth2/token").first)
        let names = ["x-client-SKU", "x-client-Ver", "x-client-OS", "x-client-CPU"]
        world.expireAccessTokens()
        #expect(await context.silent().status == AD_SUCCEEDED)
        let refresh = try #require(world.wire.requests(to: "/oauth2/token").last)
        for name in names {
            #expect(query[name]?.isEmpty == false, "\(name)")
            #expect(code.fields[name] == query[name] && refresh.fields[name] == query[name], "\(name)")
        }
        let form = try FormParameters(parsing: String(decoding: code.body, as: UTF8.self))
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["resource"] == nil)
        #expect(form["client_info"] == "1")
        #expect(form["code_verifier"] != nil)
    }

    @Test("A refresh names the resource and the scope openid; claims and capabilities are merged")
    func refreshRequest() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        context.clientCapabilities = ["CP1"]
        let claims = #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#
        let encoded = try #require(claims.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let result = await context.acquireTokenSilent(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(), userId: Contoso.ada,
            claims: encoded)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error))")
        let request = try #require(world.wire.requests(to: "/oauth2/token").last)
        let form = try FormParameters(parsing: String(decoding: request.body, as: UTF8.self))
        #expect(form["grant_type"] == "refresh_token")
        #expect(form["resource"] == Contoso.files)
        #expect(form["scope"] == "openid")
        let sent = try JSONValue(parsing: form["claims"] ?? "")
        #expect(sent["access_token"]?["xms_cc"]?["values"]?.arrayValue?.first?.stringValue == "CP1")
        #expect(sent["access_token"]?["nbf"]?["value"]?.stringValue == "1")
    }

    @Test("Every call has the context's correlation id, and the result repeats it; without one each call has its own")
    func correlation() async throws {
        let world = try await World()
        let (context, first) = try await world.signedIn()
        let id = UUID()
        context.correlationId = id
        let result = await context.silent(forceRefresh: true)
        #expect(result.correlationId == id)
        let request = try #require(world.wire.requests(to: "/oauth2/token").last)
        #expect(request.fields["client-request-id"]?.lowercased() == id.uuidString.lowercased())
        context.correlationId = nil
        let others = [await context.silent().correlationId, await context.silent().correlationId]
        #expect(Set(others + [id, first.correlationId]).count == 4)
    }

    @Test("A page instead of a response is its HTTP status, or an invalid response where the status is one of OAuth's")
    func pages() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        for status in [200, 400, 403, 404] {
            let page = HTTPResponse(status: status, body: Array("<html>The proxy says no</html>".utf8))
            world.faults.fail(.answer(page), to: "/token")
            let error = try #require(await context.silent(forceRefresh: true).error)
            if status > 401 {
                #expect(error.domain == ADHTTPErrorCodeDomain && error.code == status)
            } else {
                #expect(error.domain == ADAuthenticationErrorDomain)
                #expect(error.code == ADErrorCode.ERROR_SERVER_INVALID_RESPONSE.rawValue)
            }
            world.faults.heal()
        }
    }

    @Test(
        "A body of OAuth is read only with a status of OAuth; with any other the error is the status",
        arguments: [(403, true), (429, true), (500, true), (503, true), (400, false), (401, false)])
    func statuses(status: Int, isHTTP: Bool) async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        let body: JSONValue = ["error": "temporarily_unavailable", "error_description": "AADSTS90055: Later."]
        world.faults.fail(.answer(.json(body, status: status)), to: "/token")
        let error = try #require(await context.silent(forceRefresh: true).error)
        #expect((error.domain == ADHTTPErrorCodeDomain) == isHTTP, "\(error.domain)")
        if isHTTP { #expect(error.code == status) }
    }

    @Test("The issuer may leave its id tokens unsigned; one with wrong claims is refused all the same")
    func unsigned() async throws {
        let world = try await World()
        let context = try world.context(browser: world.browser(), transport: UnsignedProvider(base: world.wire))
        let result = await context.asking()
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(result.tokenCacheItem?.userInformation?.userId == Contoso.ada)
        for claim in ["aud", "iss", "tid"] {
            let forged = try world.context(
                browser: world.browser(), legacy: nil,
                transport: UnsignedProvider(base: world.wire, replacing: claim))
            #expect(await forged.asking(prompt: AD_PROMPT_ALWAYS).code == .ERROR_SERVER_INVALID_ID_TOKEN)
        }
    }
}
