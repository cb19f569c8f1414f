import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Lines of refresh tokens", .onEveryStore)
struct RefreshTokenRotationTests {
    private func next(_ fixture: ProviderFixture, _ token: String) async throws -> String {
        try TokenResponse(parsing: try await fixture.refresh(token).body).refreshToken?.reveal() ?? ""
    }

    @Test("The faithful profile keeps the old refresh token")
    func faithful() async throws {
        var fixture = try await ProviderFixture()
        let old = try await fixture.tokens().refreshToken?.reveal() ?? ""
        for _ in 0..<3 { #expect(try await fixture.refresh(old).status == 200) }
    }

    @Test("The strict profile accepts a token once more within 30 s while its successor is unused, and only once")
    func grace() async throws {
        var fixture = try await ProviderFixture { $0.profile = .strict }
        let first = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let lost = try await next(fixture, first)
        fixture.clock.advance(seconds: 30)
        let second = try await next(fixture, first)
        #expect(second != lost)
        // The line continues with the token that arrived.
        let third = try await next(fixture, second)
        #expect(!third.isEmpty)
        // The lost token may be in other hands: presenting it ends the line.
        #expect(try await fixture.refresh(lost).number == 50173)
        #expect(try await fixture.refresh(third).number == 50173)
    }

    @Test("A third use, a use after 30 s, or one after the successor's use ends the line")
    func reuse() async throws {
        var fixture = try await ProviderFixture { $0.profile = .strict }
        let first = try await fixture.tokens().refreshToken?.reveal() ?? ""
        _ = try await next(fixture, first)
        let second = try await next(fixture, first)
        #expect(try await fixture.refresh(first).number == 50173)
        #expect(try await fixture.refresh(second).number == 50173)

        let late = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let successor = try await next(fixture, late)
        fixture.clock.advance(seconds: 31)
        #expect(try await fixture.refresh(late).number == 50173)
        #expect(try await fixture.refresh(successor).number == 50173)

        let used = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let child = try await next(fixture, used)
        let grandchild = try await next(fixture, child)
        let refused = try await fixture.refresh(used)
        #expect(refused.number == 50173)
        #expect(refused.json["suberror"]?.stringValue == "bad_token")
        #expect(try await fixture.refresh(grandchild).number == 50173)
    }

    @Test("A refusal that can be resolved does not use the token up; its later successors still end with its line")
    func refusedOnce() async throws {
        var fixture = try await ProviderFixture { $0.profile = .strict }
        let first = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let policy = try await fixture.provider.admin.require("mfa")
        for _ in 0..<3 {
            #expect(try await fixture.refresh(first).number == 50079)
            fixture.clock.advance(seconds: 60)
        }
        try await fixture.provider.admin.removePolicy(policy)
        let scope = "openid offline_access api://files/Files.ReadWrite"
        #expect(try await fixture.refresh(first, scope: scope).number == 65001)
        let second = try await next(fixture, first)
        #expect(!second.isEmpty)
        fixture.clock.advance(seconds: 31)
        #expect(try await fixture.refresh(first).number == 50173)
        #expect(try await fixture.refresh(second).number == 50173)
    }

    @Test("Of many concurrent requests that redeem one token one succeeds")
    func atOnce() async throws {
        var fixture = try await ProviderFixture {
            $0.profile = .strict
            $0.refreshTokenGrace = -1
        }
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let started = fixture
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await started.refresh(token).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == 200 } == 1)
        #expect(answers.count { $0 == 400 } == 19)
    }

    @Test("Another client's attempt neither uses a token up nor ends its line")
    func otherClient() async throws {
        var fixture = try await ProviderFixture { $0.profile = .strict }
        let first = try await fixture.tokens().refreshToken?.reveal() ?? ""
        #expect(try await fixture.refresh(first, ["client_id": SeedData.notesClientID]).number == 70000)
        let second = try await next(fixture, first)
        #expect(try await fixture.refresh(first, ["client_id": SeedData.notesClientID]).number == 70000)
        #expect(try await fixture.refresh(second).status == 200)
    }

    @Test("A lockout elsewhere does not affect the user's own browser, and vice versa")
    func separateCounters() async throws {
        var fixture = try await ProviderFixture { $0.lockoutThreshold = 3 }
        #expect(try await fixture.signIn().hasCode)
        var stranger = fixture
        stranger.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        for number in 0..<3 {
            _ = try await stranger.signIn(Person(user: "ada@contoso.test", password: "guess \(number)"))
        }
        #expect(try await stranger.signIn().errorNumber == 50053)
        #expect(try await fixture.signIn(ProviderFixture.ada, ["prompt": "login"]).hasCode)
        // The success in the user's browser does not unlock the other one.
        #expect(try await stranger.signIn().errorNumber == 50053)
        fixture.clock.advance(seconds: 61)
        for number in 0..<3 {
            _ = try await fixture.signIn(
                Person(user: "ada@contoso.test", password: "slip \(number)"), ["prompt": "login"])
        }
        #expect(try await fixture.signIn(ProviderFixture.ada, ["prompt": "login"]).errorNumber == 50053)
        #expect(try await stranger.signIn().hasCode)
    }

    @Test("The strict profile names the issuer in responses, refusals and metadata (RFC 9207); Entra ID does not")
    func issuerInResponses() async throws {
        let issuer = "https://localhost:8443/\(SeedData.tenantID)/v2.0"
        for profile in IdPProfile.allCases {
            var fixture = try await ProviderFixture { $0.profile = profile }
            fixture.segment = "contoso.test"
            let isStrict = profile == .strict
            let metadata = try ProviderMetadata(
                parsing: try await fixture.provider.send(
                    .get(try fixture.url("/contoso.test/v2.0/.well-known/openid-configuration"))
                ).body)
            #expect(metadata.sendsIssuerInResponse == isStrict)
            #expect(metadata.issuer == issuer)
            #expect(try ProviderFixture.reply(try await fixture.signIn())["iss"] == (isStrict ? issuer : nil))
            let refused = try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["prompt": "dance"]))
            #expect(refused["error"] == "invalid_request")
            #expect(refused["iss"] == (isStrict ? issuer : nil))
            // Where the account determines the tenant it is the metadata's own issuer, a template, letter for letter.
            fixture.segment = "common"
            let common = try ProviderMetadata(
                parsing: try await fixture.provider.send(
                    .get(try fixture.url("/common/v2.0/.well-known/openid-configuration"))
                ).body)
            #expect(common.issuerNamesEveryTenant && common.sendsIssuerInResponse == isStrict)
            let template = isStrict ? common.issuer : nil
            #expect(try ProviderFixture.reply(try await fixture.signIn())["iss"] == template)
            #expect(
                try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["prompt": "dance"]))["iss"]
                    == template)
            fixture.segment = "organizations"
            #expect(try ProviderFixture.reply(try await fixture.signIn())["iss"] == template)
        }
    }
}
