import Foundation
import KeyfobADALClient
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("One refresh at a time")
struct OneRefreshTests {
    @Test("A hundred concurrent calls are one refresh in the provider's log, and all get its token")
    func hundred() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let tokens = try await withThrowingTaskGroup(of: Secret<String>.self) { group in
            for _ in 0..<100 { group.addTask { try await app.acquireTokenSilent(parameters).accessToken } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(try await world.count("tokens_refreshed") == 1)
    }

    @Test("Three applications with one store send one refresh")
    func instances() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let apps = try ["a", "b", "c"].map { try world.app($0) }
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let results = try await withThrowingTaskGroup(of: TokenResult.self) { group in
            for app in apps { group.addTask { try await app.acquireTokenSilent(parameters) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(results.map(\.accessToken)).count == 1)
        #expect(try await world.count("tokens_refreshed") == 1)
    }

    @Test("Concurrent forced calls of several applications: none gets the token that it wanted replaced")
    func forced() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let apps = try ["a", "b", "c"].map { try world.app($0) }
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
        let tokens = try await withThrowingTaskGroup(of: Secret<String>.self) { group in
            for app in apps { group.addTask { try await app.acquireTokenSilent(parameters).accessToken } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(!tokens.contains(first.accessToken))
        #expect((1...3).contains(try await world.count("tokens_refreshed")))
    }

    @Test("Calls with different claims are separate requests")
    func claims() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let challenge = try ClaimsRequest(#"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#)
        _ = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account, claims: challenge))
        #expect(try await world.count("tokens_refreshed") == 1)
        let bodies = world.wire.requests(to: "/token").map { String(decoding: $0.body, as: UTF8.self) }
        #expect(try FormParameters(parsing: #require(bodies.last))["claims"] == challenge.description)
    }

    @Test("Capabilities are sent with every request and united with the caller's own")
    func capabilities() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let app = try world.app("b") { $0.capabilities = ["CP1"] }
        let claims = try ClaimsRequest(#"{"access_token":{"xms_cc":{"values":["X"]}}}"#)
        _ = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account, claims: claims))
        let body = try #require(world.wire.requests(to: "/token").last).body
        let sent = try FormParameters(parsing: String(decoding: body, as: UTF8.self))["claims"]
        #expect(sent == #"{"access_token":{"xms_cc":{"values":["X","CP1"]}}}"#)
        // Capabilities alone do not prevent the use of a stored token.
        let stored = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(stored.source == .cache)
    }

    @Test("A lost response does no harm: the old refresh token is spent once more")
    func lostResponse() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        world.faults.fail(.lostResponse, to: "/token", count: 1)
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
        #expect(error?.code == .network)
        #expect(try await app.acquireTokenSilent(parameters).source == .refresh)
        #expect(try await world.count("tokens_refreshed") == 2)
    }

    @Test("A user who signs in again during a refresh loses nothing, and the newer refresh token stays")
    func replacedMeanwhile() async throws {
        let world = try await World()
        let browser = world.browser()
        let signingIn = try world.app("a", browser: browser)
        let first = try await signingIn.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let gate = GatedTransport(world.wire, path: "/token")
        let app = try world.app("a", transport: gate)
        let call = Task {
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
        }
        await gate.reached()
        let signedIn = try await signingIn.acquireToken(InteractiveParameters(scopes: Contoso.read))
        func refreshTokens() throws -> [Secret<String>] {
            try #require(try world.store.partition(homeAccountID: first.account.identifier)).refreshTokens.map {
                try $0.secret
            }
        }
        let newer = try refreshTokens()
        gate.open()
        let refreshed = try await call.value
        #expect(refreshed.source == .refresh && refreshed.accessToken != first.accessToken)
        #expect(try await world.validatedScopes(refreshed.accessToken) == ["Files.Read"])
        #expect(try refreshTokens() == newer)
        // The tokens of the user's sign-in are kept: the next call gets them, and a forced one spends the newer token.
        let silent = SilentParameters(scopes: Contoso.read, account: first.account)
        #expect(try await app.acquireTokenSilent(silent).accessToken == signedIn.accessToken)
        #expect(try await world.renewed(app, first.account).source == .refresh)
    }

    @Test("The version 1 client keeps the newer refresh token too")
    func replacedMeanwhileInVersion1() async throws {
        let world = try await World()
        let signingIn = try world.app("a", browser: world.browser())
        let first = try await signingIn.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let gate = GatedTransport(world.wire, path: "/token")
        let client = ADALClient(
            environment: ClientEnvironment(
                transport: gate, clock: world.clock, store: world.store, refreshLock: world.lock,
                pause: ImmediatePause(moving: world.clock)))
        var request = ADALRequest(
            authority: Contoso.authority(), clientID: Contoso.suite, appIdentifier: "http://localhost/contoso-a",
            resource: "api://files")
        request.user = ADALCacheUserIdentifier(Contoso.ada)
        request.validatesAuthority = false
        let asked = request
        let call = Task { try await client.acquireTokenSilent(asked) }
        await gate.reached()
        _ = try await signingIn.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let newer = try #require(try world.store.partition(homeAccountID: first.account.identifier)).refreshTokens
        gate.open()
        #expect(try await call.value.source == .refresh)
        let after = try #require(try world.store.partition(homeAccountID: first.account.identifier)).refreshTokens
        #expect(try after.map { try $0.secret } == newer.map { try $0.secret })
    }

    @Test("A concurrent sign-in at ADAL's own cache stays there too", .timeLimit(.minutes(10)))
    func replacedMeanwhileInADALsCache() async throws {
        let world = try await World()
        let adal = ADALApp(world: world, cache: InMemoryADALCache())
        try await adal.signIn()
        world.expireAccessTokens()
        let gate = GatedTransport(world.wire, path: "/token")
        var environment = ClientEnvironment(
            transport: gate, clock: world.clock, store: world.store, refreshLock: world.lock,
            pause: ImmediatePause(moving: world.clock))
        environment.adalCache = adal.cache
        let client = ADALClient(environment: environment)
        var request = ADALRequest(
            authority: Contoso.authority("common"), clientID: Contoso.suite,
            appIdentifier: "http://localhost/contoso-a", resource: "api://files")
        request.user = ADALCacheUserIdentifier(Contoso.ada)
        request.validatesAuthority = false
        let asked = request
        let call = Task { try await client.acquireTokenSilent(asked) }
        await gate.reached()
        let newer = try await adal.signIn()
        gate.open()
        #expect(try await call.value.source == .refresh)
        let kept = try adal.cache.items(ADALCacheQuery()).filter(\.hasRefreshToken)
        #expect(kept.map(\.refreshToken) == [newer.refreshToken])
    }

    @Test("A cancelled caller stops at once, and the refresh it began is stored for the next")
    func cancelled() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let gate = GatedTransport(world.wire, path: "/token")
        let app = try world.app("b", transport: gate)
        world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let call = Task { try await app.acquireTokenSilent(parameters) }
        await gate.reached()
        call.cancel()
        let error = await #expect(throws: AuthError.self) { try await call.value }
        #expect(error?.code == .canceled)
        gate.open()
        await app.finishRefreshes()
        #expect(try await app.acquireTokenSilent(parameters).source == .cache)
        #expect(try await world.count("tokens_refreshed") == 1)
    }

    @Test("A caller that waits too long for another holder gets a network error, or a token that is still valid")
    func waiterGivesUp() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let app = try world.app(waiting: ImpatientLock())
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        world.clock.advance(seconds: first.expiresOn.timeIntervalSince(world.clock.now) - 100)
        #expect(try await app.acquireTokenSilent(parameters).accessToken == first.accessToken)
        world.expireAccessTokens()
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
        #expect(error?.code == .network)
        #expect(try await world.count("tokens_refreshed") == 0)
    }
}
