import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Lines of refresh tokens")
struct RefreshTokenRotationTests {
    private func next(_ desk: Desk, _ token: String) async throws -> String {
        try TokenResponse(parsing: try await desk.refresh(token).body).refreshToken?.reveal() ?? ""
    }

    @Test("The faithful profile keeps the old refresh token")
    func faithful() async throws {
        var desk = try await Desk()
        let old = try await desk.tokens().refreshToken?.reveal() ?? ""
        for _ in 0..<3 { #expect(try await desk.refresh(old).status == 200) }
    }

    @Test("The strict profile accepts a token once more within 30 s while its successor is unused, and only once")
    func grace() async throws {
        var desk = try await Desk { $0.profile = .strict }
        let first = try await desk.tokens().refreshToken?.reveal() ?? ""
        let lost = try await next(desk, first)
        desk.clock.advance(seconds: 30)
        let second = try await next(desk, first)
        #expect(second != lost)
        // The line continues with the token that arrived.
        let third = try await next(desk, second)
        #expect(!third.isEmpty)
        // The lost token may be in other hands: presenting it ends the line.
        #expect(try await desk.refresh(lost).number == 50173)
        #expect(try await desk.refresh(third).number == 50173)
    }

    @Test("A third use, a use after 30 s, or one after the successor's use ends the line")
    func reuse() async throws {
        var desk = try await Desk { $0.profile = .strict }
        let first = try await desk.tokens().refreshToken?.reveal() ?? ""
        _ = try await next(desk, first)
        let second = try await next(desk, first)
        #expect(try await desk.refresh(first).number == 50173)
        #expect(try await desk.refresh(second).number == 50173)

        let late = try await desk.tokens().refreshToken?.reveal() ?? ""
        let successor = try await next(desk, late)
        desk.clock.advance(seconds: 31)
        #expect(try await desk.refresh(late).number == 50173)
        #expect(try await desk.refresh(successor).number == 50173)

        let used = try await desk.tokens().refreshToken?.reveal() ?? ""
        let child = try await next(desk, used)
        let grandchild = try await next(desk, child)
        let refused = try await desk.refresh(used)
        #expect(refused.number == 50173)
        #expect(refused.json["suberror"]?.stringValue == "bad_token")
        #expect(try await desk.refresh(grandchild).number == 50173)
    }

    @Test("A refusal that can be resolved does not use the token up; its later successors still end with its line")
    func refusedOnce() async throws {
        var desk = try await Desk { $0.profile = .strict }
        let first = try await desk.tokens().refreshToken?.reveal() ?? ""
        let policy = try await desk.provider.admin.require("mfa")
        for _ in 0..<3 {
            #expect(try await desk.refresh(first).number == 50079)
            desk.clock.advance(seconds: 60)
        }
        try await desk.provider.admin.removePolicy(policy)
        let scope = "openid offline_access api://files/Files.ReadWrite"
        #expect(try await desk.refresh(first, scope: scope).number == 65001)
        let second = try await next(desk, first)
        #expect(!second.isEmpty)
        desk.clock.advance(seconds: 31)
        #expect(try await desk.refresh(first).number == 50173)
        #expect(try await desk.refresh(second).number == 50173)
    }

    @Test("Of many concurrent requests that redeem one token one succeeds")
    func atOnce() async throws {
        var desk = try await Desk {
            $0.profile = .strict
            $0.refreshTokenGrace = -1
        }
        let token = try await desk.tokens().refreshToken?.reveal() ?? ""
        let started = desk
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await started.refresh(token).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == 200 } == 1)
        #expect(answers.count { $0 == 400 } == 19)
    }

    @Test("Another client's attempt neither uses a token up nor ends its line")
    func otherClient() async throws {
        var desk = try await Desk { $0.profile = .strict }
        let first = try await desk.tokens().refreshToken?.reveal() ?? ""
        #expect(try await desk.refresh(first, ["client_id": SeedData.notesClientID]).number == 70000)
        let second = try await next(desk, first)
        #expect(try await desk.refresh(first, ["client_id": SeedData.notesClientID]).number == 70000)
        #expect(try await desk.refresh(second).status == 200)
    }

    @Test("A lockout elsewhere does not affect the user's own browser, and vice versa")
    func separateCounters() async throws {
        var desk = try await Desk { $0.lockoutThreshold = 3 }
        #expect(try await desk.signIn().hasCode)
        var stranger = desk
        stranger.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        for number in 0..<3 {
            _ = try await stranger.signIn(Person(user: "ada@contoso.test", password: "guess \(number)"))
        }
        #expect(try await stranger.signIn().errorNumber == 50053)
        #expect(try await desk.signIn(Desk.ada, ["prompt": "login"]).hasCode)
        // The success in the user's browser does not unlock the other one.
        #expect(try await stranger.signIn().errorNumber == 50053)
        desk.clock.advance(seconds: 61)
        for number in 0..<3 {
            _ = try await desk.signIn(
                Person(user: "ada@contoso.test", password: "slip \(number)"), ["prompt": "login"])
        }
        #expect(try await desk.signIn(Desk.ada, ["prompt": "login"]).errorNumber == 50053)
        #expect(try await stranger.signIn().hasCode)
    }

    @Test("The strict profile names the issuer in responses, refusals and metadata (RFC 9207); Entra ID does not")
    func issuerInResponses() async throws {
        let issuer = "https://localhost:8443/\(SeedData.tenantID)/v2.0"
        for profile in IdPProfile.allCases {
            var desk = try await Desk { $0.profile = profile }
            desk.segment = "contoso.test"
            let isStrict = profile == .strict
            let metadata = try ProviderMetadata(
                parsing: try await desk.provider.send(
                    .get(try desk.url("/contoso.test/v2.0/.well-known/openid-configuration"))
                ).body)
            #expect(metadata.sendsIssuerInResponse == isStrict)
            #expect(metadata.issuer == issuer)
            #expect(try Desk.reply(try await desk.signIn())["iss"] == (isStrict ? issuer : nil))
            let refused = try Desk.reply(try await desk.signIn(Desk.ada, ["prompt": "dance"]))
            #expect(refused["error"] == "invalid_request")
            #expect(refused["iss"] == (isStrict ? issuer : nil))
            // Where the account determines the tenant it is the metadata's own issuer, a template, letter for letter.
            desk.segment = "common"
            let common = try ProviderMetadata(
                parsing: try await desk.provider.send(
                    .get(try desk.url("/common/v2.0/.well-known/openid-configuration"))
                ).body)
            #expect(common.issuerNamesEveryTenant && common.sendsIssuerInResponse == isStrict)
            let template = isStrict ? common.issuer : nil
            #expect(try Desk.reply(try await desk.signIn())["iss"] == template)
            #expect(try Desk.reply(try await desk.signIn(Desk.ada, ["prompt": "dance"]))["iss"] == template)
            desk.segment = "organizations"
            #expect(try Desk.reply(try await desk.signIn())["iss"] == template)
        }
    }
}
