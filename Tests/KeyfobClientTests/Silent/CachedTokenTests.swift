import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobTesting
import Testing

@Suite("Stored access tokens")
struct CachedTokenTests {
    @Test("is returned without a request, to another app of the suite too, also offline")
    func offline() async throws {
        let world = try await World()
        let first = try await world.signedIn("a").result
        world.faults.fail(.unreachable)
        world.wire.clear()
        let other = try world.app("b")
        let account = try #require(try other.accounts().first)
        let result = try await other.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(result.accessToken == first.accessToken)
        #expect(result.idToken == first.idToken)
        #expect(result.source == .cache)
        #expect(result.authority == Contoso.authority())
        #expect(result.tenantProfile?.tenantID == Contoso.tenantID)
        #expect(world.wire.exchanges.isEmpty)
    }

    @Test(
        "is checked with the app's buffer, and an invalid buffer does not end the process",
        arguments: [
            (0.0, true), (-5, true), (-.infinity, true), (.nan, true), (.infinity, false), (1e300, false),
            (.greatestFiniteMagnitude, false),
        ])
    func buffer(_ seconds: Double, serves: Bool) async throws {
        let world = try await World()
        let first = try await world.signedIn("a").result
        let app = try world.app("b") {
            $0.tokenExpirationBuffer = seconds
            $0.transportTimeout = seconds
        }
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let result = try await app.acquireTokenSilent(parameters)
        #expect(result.source == (serves ? .cache : .refresh))
    }

    @Test("An invalid wait does not end the process", arguments: [Double.infinity, 1e300])
    func wait(_ seconds: Double) async {
        let call = Task { try await SystemPause().wait(seconds: seconds) }
        call.cancel()
        let error = await #expect(throws: AuthError.self) { try await call.value }
        #expect(error?.code == .canceled)
        await #expect(throws: Never.self) { try await SystemPause().wait(seconds: .nan) }
    }

    @Test(
        "is found by every name of its tenant, offline and by a new process",
        arguments: ["common", "organizations", Contoso.tenantID, "contoso.test", "CONTOSO.test"])
    func names(_ tenant: String) async throws {
        let world = try await World()
        let signedIn = try world.app(browser: world.browser(), authority: Contoso.authority("contoso.test"))
        let first = try await signedIn.acquireToken(InteractiveParameters(scopes: Contoso.read))
        world.faults.fail(.unreachable)
        let app = try world.app("b", authority: Contoso.authority(tenant))
        let result = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(result.accessToken == first.accessToken)
    }

    @Test("is found by a new domain, once the server has resolved it to the tenant")
    func newName() async throws {
        let world = try await World()
        let first = try await world.signedIn().result
        let app = try world.app("b", authority: Contoso.authority("contoso.test"))
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        #expect(try await app.acquireTokenSilent(parameters).accessToken == first.accessToken)
        #expect(try await world.count("tokens_refreshed") == 0)
        world.faults.fail(.unreachable)
        let later = try world.app("c", authority: Contoso.authority("contoso.test"))
        #expect(try await later.acquireTokenSilent(parameters).accessToken == first.accessToken)
    }

    @Test("serves a subset of its scopes, in any spelling, and not more")
    func subset() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn(scopes: Contoso.both)
        world.faults.fail(.unreachable)
        for scopes: ScopeSet in [Contoso.read, ["API://FILES/files.read"], Contoso.both] {
            let result = try await app.acquireTokenSilent(SilentParameters(scopes: scopes, account: first.account))
            #expect(result.accessToken == first.accessToken)
        }
        let more = SilentParameters(scopes: ["api://files/Files.Other"], account: first.account)
        #expect(
            await failure { () async throws(AuthError) in try await app.acquireTokenSilent(more) }?.code == .network)
    }

    @Test("R19: of two users, the account selects the right one's token")
    func twoUsers() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser(Contoso.ada))
        let ada = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let second = try world.app(browser: world.browser(Contoso.grace))
        let grace = try await second.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(ada.account.identifier != grace.account.identifier)
        for (result, user) in [(ada, Contoso.ada), (grace, Contoso.grace)] {
            let silent = try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: result.account))
            #expect(silent.accessToken == result.accessToken)
            #expect(silent.account.username == user)
            let claims = try await world.validatedClaims(silent.accessToken)
            #expect(claims["oid"]?.stringValue == silent.tenantProfile?.identifier)
        }
    }

    @Test("Within the buffer before its expiry it is renewed, and returned if that fails")
    func buffer() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let rest = first.expiresOn.timeIntervalSince(world.clock.now)
        world.clock.advance(seconds: rest - 200)
        world.faults.fail(.timeout)
        #expect(try await app.acquireTokenSilent(parameters).accessToken == first.accessToken)
        world.clock.advance(seconds: 200)
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
        #expect(error?.code == .network)
        world.faults.heal()
        #expect(try await app.acquireTokenSilent(parameters).accessToken != first.accessToken)
    }

    @Test("A clock that was set back makes it untrusted")
    func clockSetBack() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        world.clock.advance(seconds: -86400)
        world.faults.fail(.unreachable)
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        }
        #expect(error?.code == .network)
    }
}
