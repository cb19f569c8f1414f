import ADAL
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The order of silent attempts")
struct LadderTests {
    private func refreshTokens(_ world: World) throws -> [String] {
        try world.wire.requests(to: "/oauth2/token").compactMap { request in
            try FormParameters(parsing: String(decoding: request.body, as: UTF8.self))["refresh_token"]
        }
    }

    @Test("One refresh token is redeemed for every resource, and one access token is kept for each")
    func multiResource() async throws {
        let world = try await World()
        let (context, files) = try await world.signedIn()
        #expect(files.multiResourceRefreshToken)
        let graph = await context.asking(Contoso.graph)
        #expect(graph.code == .ERROR_UI_NO_MAIN_VIEW_CONTROLLER || graph.status == AD_SUCCEEDED)
        context.webUserAgent = world.browser()
        #expect(await context.asking(Contoso.graph).status == AD_SUCCEEDED)
        let kinds = try world.legacy.items(ADALCacheQuery()).map(\.kind)
        #expect(kinds.filter { $0 == .accessToken }.count == 2)
        #expect(kinds.filter { $0 == .multiResource }.count == 1)
        context.webUserAgent = nil
        world.expireAccessTokens()
        let before = try refreshTokens(world).count
        for resource in [Contoso.files, Contoso.graph] {
            let result = await context.silent(resource)
            #expect(result.status == AD_SUCCEEDED)
            #expect(result.tokenCacheItem?.resource == resource)
        }
        #expect(try refreshTokens(world).count == before + 2)
        #expect(
            try await world.validatedClaims(context.silent(Contoso.graph).accessToken)["aud"]?.stringValue
                == Contoso.graph)
    }

    @Test("A cached token is returned until the buffer before its expiry, without a request; forceRefresh bypasses it")
    func buffer() async throws {
        let world = try await World()
        let (context, first) = try await world.signedIn()
        let expiry = try #require(first.tokenCacheItem?.expiresOn)
        world.clock.set(expiry.addingTimeInterval(-301))
        let requests = world.wire.exchanges.count
        #expect(await context.silent().accessToken == first.accessToken)
        #expect(world.wire.exchanges.count == requests)
        let forced = await context.silent(forceRefresh: true)
        #expect(forced.status == AD_SUCCEEDED)
        #expect(forced.accessToken != first.accessToken)
        let next = try #require(forced.tokenCacheItem?.expiresOn)
        world.clock.set(next.addingTimeInterval(-299))
        #expect(await context.silent().accessToken != forced.accessToken)
    }

    @Test("The family's refresh token is tried before the client's own if that is of a family, else after it")
    func familyOrder() async throws {
        for isOfFamily in [true, false] {
            let world = try await World()
            let (context, first) = try await world.signedIn()
            let item = try #require(
                try world.legacy.items(ADALCacheQuery()).first { $0.kind == .multiResource })
            var own = item
            own.familyID = isOfFamily ? "1" : nil
            var shared = item
            shared.clientID = "foci-1"
            shared.familyID = "1"
            shared.refreshToken = Secret("of-the-family")
            try world.legacy.put([own, shared], sparing: false)
            world.wire.clear()
            let result = await context.silent(forceRefresh: true)
            #expect(result.status == AD_SUCCEEDED)
            let sent = try refreshTokens(world)
            let token = try #require(first.tokenCacheItem?.refreshToken)
            #expect(sent == (isOfFamily ? ["of-the-family", token] : [token]))
            // The refresh token that the server refused is deleted.
            let family = try world.legacy.items(ADALCacheQuery(clientIDs: ["foci-1"]))
            #expect(family.isEmpty == isOfFamily)
        }
    }

    @Test("A response that names a family is stored for the family too, and for no other client")
    func familyKept() async throws {
        let world = try await World()
        let family = EditedTokens(base: world.wire) { $0["foci"] = "1" }
        let context = try world.context(browser: world.browser(), transport: family)
        #expect(await context.asking().status == AD_SUCCEEDED)
        let items = try world.legacy.items(ADALCacheQuery())
        #expect(Set(items.map(\.kind)) == [.accessToken, .multiResource, .family("1")])
        #expect(items.filter { $0.hasRefreshToken }.allSatisfy { $0.familyID == "1" })
    }

    @Test("A refused token is deleted on invalid_grant, kept on consent_required, and the page follows")
    func refusals() async throws {
        for (error, suberror, isKept) in [
            ("invalid_grant", nil, false), ("invalid_grant", "consent_required", true),
            ("interaction_required", nil, true), ("invalid_grant", "bad_token", false),
        ] {
            let world = try await World()
            let (context, _) = try await world.signedIn()
            var body: [String: JSONValue] = ["error": .string(error), "error_description": "AADSTS1: No."]
            body["suberror"] = suberror.map { .string($0) }
            world.faults.fail(
                .answer(HTTPResponse(status: 400, body: JSONValue.object(body).bytes())), to: "/oauth2/token")
            let result = await context.silent(forceRefresh: true)
            #expect(result.code == .ERROR_SERVER_USER_INPUT_NEEDED)
            let underlying = result.error?.userInfo[NSUnderlyingErrorKey] as? ADAuthenticationError
            #expect(underlying?.protocolCode == error)
            #expect(underlying?.domain == ADOAuthServerErrorDomain)
            #expect(result.error?.userInfo[ADSuberrorKey] as? String == suberror)
            let kept = try world.legacy.items(ADALCacheQuery()).contains { $0.kind == .multiResource }
            #expect(kept == isKept)
            world.faults.heal()
            context.webUserAgent = world.browser()
            world.expireAccessTokens()
            #expect(await context.asking().status == AD_SUCCEEDED)
        }
    }

    @Test("An app that requires Intune protection gets 213, and no page opens")
    func protectionPolicy() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        let body: JSONValue = ["error": "unauthorized_client", "suberror": "protection_policy_required"]
        world.faults.fail(.answer(HTTPResponse(status: 400, body: body.bytes())), to: "/oauth2/token")
        let browser = world.browser()
        context.webUserAgent = browser
        world.expireAccessTokens()
        #expect(await context.asking().code == .ERROR_SERVER_PROTECTION_POLICY_REQUIRED)
        #expect(browser.visits.isEmpty)
    }

    @Test("A network failure ends the attempts at once: nothing else is tried or deleted, and no page opens")
    func network() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        let items = try world.legacy.items(ADALCacheQuery())
        world.expireAccessTokens()
        world.faults.fail(.timeout, to: "/oauth2/token")
        let browser = world.browser()
        context.webUserAgent = browser
        let result = await context.asking()
        #expect(result.status == AD_FAILED)
        #expect(result.error?.domain == NSURLErrorDomain)
        #expect(result.error?.code == NSURLErrorTimedOut)
        #expect(browser.visits.isEmpty)
        #expect(try world.legacy.items(ADALCacheQuery()) == items)
    }

    @Test(
        "A connection that breaks is the system's error with its own number; an expired token is returned if enabled"
    )
    func lostConnection() async throws {
        let world = try await World()
        let extended = EditedTokens(base: world.wire) { $0["ext_expires_in"] = "90000" }
        let context = try world.context(browser: world.browser(), transport: extended)
        let first = await context.asking()
        world.expireAccessTokens()
        let lost = NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost)
        world.faults.fail(
            .error(TransportError(.invalidResponse, message: "It broke.", underlying: lost)), to: "/oauth2/token")
        let failed = await context.silent()
        #expect(failed.error?.domain == NSURLErrorDomain)
        #expect(failed.error?.code == NSURLErrorNetworkConnectionLost)
        context.extendedLifetimeEnabled = true
        #expect(await context.silent().accessToken == first.accessToken)
    }

    @Test("A failed request is repeated once after half a second; an expired token is returned only if enabled")
    func outage() async throws {
        let world = try await World()
        let extended = EditedTokens(base: world.wire) { $0["ext_expires_in"] = "90000" }
        // Like the platform's transport.
        let retrying = RetryingTransport(extended, pause: world.pause)
        let context = try world.context(browser: world.browser(), transport: retrying)
        let first = await context.asking()
        world.expireAccessTokens()
        world.faults.fail(.answer(HTTPResponse(status: 500)), to: "/oauth2/token", count: 1)
        let waited = world.pause.waited.count
        let recovered = await context.silent()
        #expect(recovered.status == AD_SUCCEEDED)
        #expect(world.pause.waited.count == waited + 1)
        #expect(world.pause.waited.last == 0.5)
        world.expireAccessTokens()
        world.faults.fail(.answer(HTTPResponse(status: 502)), to: "/oauth2/token")
        let asked = world.tokenRequests
        let failed = await context.silent()
        #expect(world.tokenRequests == asked + 2)
        #expect(failed.error?.domain == ADHTTPErrorCodeDomain)
        #expect(failed.error?.code == 502)
        context.extendedLifetimeEnabled = true
        let stale = await context.silent()
        #expect(stale.status == AD_SUCCEEDED)
        #expect(stale.extendedLifeTimeToken)
        #expect(stale.accessToken == recovered.accessToken)
        #expect(stale.accessToken != first.accessToken)
        #expect(!recovered.extendedLifeTimeToken)
        world.clock.advance(seconds: 90000)
        #expect(await context.silent().error?.code == 502)
    }

    @Test("A call that bypasses the cached token gets the error of the outage, and not that token")
    func outageOfForcedCall() async throws {
        let world = try await World()
        let (context, result) = try await world.signedIn()
        context.extendedLifetimeEnabled = true
        world.faults.fail(.answer(HTTPResponse(status: 502)), to: "/oauth2/token")
        let forced = await context.silent(forceRefresh: true)
        #expect(forced.status == AD_FAILED && forced.accessToken == nil)
        #expect(forced.error?.domain == ADHTTPErrorCodeDomain && forced.error?.code == 502)
        let claims = await context.acquireTokenSilent(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(), userId: nil,
            claims: "%7B%22access_token%22%3A%7B%22nbf%22%3A%7B%22essential%22%3Atrue%7D%7D%7D")
        #expect(claims.status == AD_FAILED && claims.accessToken == nil)
        #expect(claims.error?.code == 502)
        // A call that accepts the cached token still gets it.
        #expect(await context.silent().accessToken == result.accessToken)
    }

    @Test("A server that requests a wait gets no request until then, and the error contains the time")
    func throttled() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        world.expireAccessTokens()
        var response = HTTPResponse(status: 429)
        response.fields.set("Retry-After", "120")
        world.faults.fail(.answer(response), to: "/oauth2/token", count: 1)
        let first = await context.silent()
        #expect(first.error?.domain == ADHTTPErrorCodeDomain)
        #expect(first.error?.code == 429)
        let headers = first.error?.userInfo[ADHTTPHeadersKey] as? [String: String]
        #expect(headers?["Retry-After"] == "120")
        let requests = world.tokenRequests
        #expect(await context.silent().error?.code == 429)
        #expect(world.tokenRequests == requests)
        world.clock.advance(seconds: 121)
        #expect(await context.silent().status == AD_SUCCEEDED)
    }

    @Test("Of many equal calls at once, in several contexts, one redeems the refresh token")
    func concurrent() async throws {
        let world = try await World()
        let (first, _) = try await world.signedIn()
        let contexts = [first, try world.context(), try world.context()]
        world.expireAccessTokens()
        let requests = world.tokenRequests
        let tokens = await withTaskGroup(of: String?.self) { group in
            for context in contexts + contexts + contexts {
                group.addTask { await context.silent().accessToken }
            }
            var tokens: Set<String?> = []
            for await token in group { tokens.insert(token) }
            return tokens
        }
        #expect(tokens.count == 1)
        #expect(tokens.first.flatMap { $0 } != nil)
        #expect(world.tokenRequests == requests + 1)
    }

    @Test("A token without an expiry is valid for an hour; numbers may be texts or numbers")
    func expiry() async throws {
        let world = try await World()
        let silent = EditedTokens(base: world.wire) { members in
            members["expires_in"] = nil
            members["expires_on"] = nil
        }
        let context = try world.context(browser: world.browser(), transport: silent)
        let result = await context.asking()
        #expect(result.tokenCacheItem?.expiresOn == world.clock.now.addingTimeInterval(3600))
        let numbers = EditedTokens(base: world.wire) { members in
            members["expires_on"] = nil
            members["expires_in"] = 1800
        }
        let other = try world.context(browser: world.browser(), legacy: ReadyStore.cache(), transport: numbers)
        let second = await other.asking()
        #expect(second.tokenCacheItem?.expiresOn == world.clock.now.addingTimeInterval(1800))
    }

    @Test("AD FS: one token for one resource, stored with its refresh token without a user, and found for every user")
    func federationService() async throws {
        let world = try await World()
        let adfs = EditedTokens(base: world.wire) { members in
            members["resource"] = nil
            members["id_token"] = nil
            members["client_info"] = nil
        }
        let internet = FederationService(tenant: Contoso.tenantID, base: adfs)
        let context = try #require(
            ADAuthenticationContext(
                authority: world.authority("adfs"), validateAuthority: false,
                environment: world.environment(
                    browser: ScriptedUserAgent(
                        person: Person(user: Contoso.ada, password: Contoso.password), transport: internet,
                        clock: world.clock), transport: internet)))
        let first = await context.asking()
        #expect(first.status == AD_SUCCEEDED, "\(String(describing: first.error?.errorDetails))")
        #expect(!first.multiResourceRefreshToken)
        #expect(first.tokenCacheItem?.userInformation == nil)
        #expect(try world.legacy.items(ADALCacheQuery()).map(\.kind) == [.singleResource])
        #expect(try world.store.homeAccountIDs().filter { !$0.isEmpty }.isEmpty)
        #expect(await context.silent().accessToken == first.accessToken)
        #expect(await context.silent(Contoso.files, Contoso.ada).accessToken == first.accessToken)
        world.expireAccessTokens()
        #expect(await context.silent().status == AD_SUCCEEDED)
        #expect(await context.silent(Contoso.graph).code == .ERROR_SERVER_USER_INPUT_NEEDED)
    }
}
