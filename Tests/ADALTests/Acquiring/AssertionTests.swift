import ADAL
import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("SAML assertions")
struct AssertionTests {
    private static let assertion = "<saml:Assertion ID=\"_1\">ä + /</saml:Assertion>"

    private func call(
        _ context: ADAuthenticationContext, _ type: ADAssertionType, user: String? = Contoso.ada,
        assertion: String = Self.assertion
    ) async -> ADAuthenticationResult {
        await context.acquireToken(
            forAssertion: assertion, assertionType: type, resource: Contoso.files, clientId: Contoso.suite,
            userId: user)
    }

    @Test(
        "An assertion is redeemed at the version 1 endpoint with its grant, as base64, after the caches have failed",
        arguments: [
            (AD_SAML1_1, "urn:ietf:params:oauth:grant-type:saml1_1-bearer"),
            (AD_SAML2, "urn:ietf:params:oauth:grant-type:saml2-bearer"),
        ])
    func grant(_ type: ADAssertionType, _ name: String) async throws {
        let world = try await World()
        let (_, signedIn) = try await world.signedIn(legacy: ReadyStore.cache())
        let token = try #require(signedIn.tokenCacheItem?.refreshToken)
        let store = ReadyStore.own()
        let federation = RecordingTransport(RedeemingAssertions(base: world.provider, refreshToken: token))
        let context = try #require(
            ADAuthenticationContext(
                authority: world.authority(), validateAuthority: false,
                environment: world.environment(transport: federation, store: store)))
        let result = await call(context, type)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(try await world.validatedScopes(result.accessToken).contains("Files.Read"))
        let request = try #require(federation.requests(to: "/oauth2/token").last)
        let form = try FormParameters(parsing: String(decoding: request.body, as: UTF8.self))
        #expect(form["grant_type"] == name)
        #expect(form["assertion"] == Data(Self.assertion.utf8).base64EncodedString())
        #expect(form["resource"] == Contoso.files)
        #expect(form["scope"] == "openid")
        #expect(form["client_id"] == Contoso.suite)
        // From now on the caches are used first.
        let requests = federation.exchanges.count
        #expect(await call(context, type).accessToken == result.accessToken)
        #expect(federation.exchanges.count == requests)
        // Another user's assertion is code 204.
        #expect(await call(context, type, user: Contoso.grace).code == .ERROR_SERVER_WRONG_USER)
    }

    @Test("A blank assertion is a wrong argument, and a refused one is not repeated in the error")
    func refused() async throws {
        let world = try await World()
        let context = try world.context()
        #expect(await call(context, AD_SAML2, assertion: " ").code == .ERROR_DEVELOPER_INVALID_ARGUMENT)
        #expect(world.wire.exchanges.isEmpty)
        let result = await call(context, AD_SAML2, assertion: "<nonsense/>")
        #expect(result.status == AD_FAILED)
        #expect(result.error?.protocolCode?.isEmpty == false)
        #expect(result.error?.errorDetails?.contains("nonsense") == false)
    }
}

/// A provider that accepts any assertion for one user, and responds as to that user's refresh token.
private struct RedeemingAssertions: HTTPTransport {
    let base: any HTTPTransport
    let refreshToken: String

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.path.hasSuffix("/token"),
            var form = try? FormParameters(parsing: String(decoding: request.body, as: UTF8.self)),
            form["assertion"] != nil
        else { return try await base.send(request) }
        form = form.without(["assertion"])
        form.set("grant_type", "refresh_token")
        form.set("refresh_token", refreshToken)
        return try await base.send(.form(request.url, form))
    }
}
