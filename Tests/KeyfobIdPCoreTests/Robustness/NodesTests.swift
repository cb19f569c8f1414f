import KeyfobConformance
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Concurrency and several nodes", .onEveryStore)
struct NodesTests {
    @Test("Of many concurrent requests that redeem one code, one gets tokens")
    func oneRedemption() async throws {
        var fixture = try await ProviderFixture()
        let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        let ready = fixture
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try await ready.redeem(code).status } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1)
    }

    @Test("Two providers with one store act as one: a change at one applies to the other's next request")
    func twoNodes() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        var configuration = IdPConfiguration(origin: fixture.provider.base.origin)
        configuration.signingAlgorithm = .es256
        configuration.passwordCost = .test
        let second = IdentityProvider(
            configuration: configuration, store: fixture.provider.store, clock: fixture.clock)
        let request = HTTPRequest.form(
            try fixture.url("/common/oauth2/v2.0/token"),
            FormParameters([
                ("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("refresh_token", token),
                ("scope", "openid offline_access api://files/Files.Read"),
            ]))
        let before = await second.handle(request)
        #expect(before.status == 200)
        try await fixture.provider.admin.call(.post, "/_admin/keys/rotate")
        let after = await second.handle(request)
        let old = try TokenResponse(parsing: before.body).idToken?.reveal() ?? ""
        let new = try TokenResponse(parsing: after.body).idToken?.reveal() ?? ""
        #expect(try JWS(compact: old).keyID != (try JWS(compact: new).keyID))
        try await fixture.provider.admin.call(
            .post, "/_admin/force-error", ["endpoint": "token", "count": 1, "status": 503])
        #expect(await second.handle(request).status == 503)
        #expect(await second.handle(request).status == 200)
        try await fixture.provider.admin.advanceClock(seconds: 91 * 86400)
        #expect(await second.handle(request).number == 700082)
    }
}
