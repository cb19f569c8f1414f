import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Passwords", .onEveryStore)
struct PasswordTests {
    private static let stranger = Person(user: "nobody@contoso.test", password: "wrong")

    @Test("An unknown user gets the message for a wrong password; only the log differs")
    func sameWords() async throws {
        var fixture = try await ProviderFixture()
        let wrong = try await fixture.signIn(Person(user: "ada@contoso.test", password: "wrong"))
        let unknown = try await fixture.signIn(Self.stranger)
        #expect(wrong.errorNumber == 50126)
        #expect(unknown.errorNumber == wrong.errorNumber)
        #expect(unknown.errorText == wrong.errorText)
        #expect(unknown.pages == wrong.pages)
        let numbers = try await fixture.provider.admin.signIns()
            .filter { $0["event"]?.stringValue == "password_refused" }.compactMap { $0["error_code"]?.integerValue }
        #expect(numbers == [50126, 50034])
    }

    @Test("Input of a password field appears neither on a page nor in the log")
    func notRepeated() async throws {
        var fixture = try await ProviderFixture()
        let secret = "Tr0ub4dor-unlikely"
        let url = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid"))
        guard case .page(let address, let page, _) = try await fixture.browser.open(url) else {
            Issue.record("no page")
            return
        }
        let form = try #require(page.forms.first)
        let values = form.submission(filling: ["login": "ada@contoso.test", "passwd": secret])
        guard case .page(_, let again, _) = try await fixture.browser.send(form, values, from: address) else {
            Issue.record("no page")
            return
        }
        #expect(again.forms.first?.values("login") == ["ada@contoso.test"])
        #expect(again.forms.first?.values("passwd") == [""])
        #expect(!again.text.contains(secret))
        let log = try await fixture.provider.admin.call(.get, "/_admin/trace")
        #expect(!log.text().contains(secret))
    }

    @Test("An unknown name costs the same work as a wrong password")
    func sameCost() async throws {
        // Costly enough that the hash dominates the request.
        var fixture = try await ProviderFixture { $0.passwordCost = IdPConfiguration().passwordCost }
        let known = Person(user: "ada@contoso.test", password: "wrong")
        var forKnown: [Duration] = []
        var forUnknown: [Duration] = []
        let clock = ContinuousClock()
        for _ in 0..<6 {
            var start = clock.now
            _ = try await fixture.signIn(known)
            forKnown.append(clock.now - start)
            start = clock.now
            _ = try await fixture.signIn(Self.stranger)
            forUnknown.append(clock.now - start)
        }
        // The minimum of several, because a busy machine only adds. Without a hash it would be a hundredth.
        let least = try #require(forKnown.min())
        #expect(try #require(forUnknown.min()) > least / 4)
    }

    @Test("Each successive lock lasts twice as long, and a right password resets it")
    func growingLocks() async throws {
        var fixture = try await ProviderFixture {
            $0.lockoutThreshold = 3
            $0.lockoutSeconds = 60
        }
        var typed = 0
        func fail() async throws {
            for _ in 0..<3 {
                typed += 1
                _ = try await fixture.signIn(Person(user: "ada@contoso.test", password: "wrong number \(typed)"))
            }
        }
        for lock in [60, 120, 240] {
            try await fail()
            fixture.clock.advance(seconds: Double(lock - 1))
            #expect(try await fixture.signIn().errorNumber == 50053, "\(lock) s")
            fixture.clock.advance(seconds: 2)
        }
        #expect(try await fixture.signIn().hasCode)
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        try await fail()
        fixture.clock.advance(seconds: 61)
        #expect(try await fixture.signIn().hasCode)
    }

    @Test("One user's lock does not affect another user")
    func othersUntouched() async throws {
        var fixture = try await ProviderFixture { $0.lockoutThreshold = 1 }
        #expect(try await fixture.signIn(Person(user: "ada@contoso.test", password: "wrong")).errorNumber == 50053)
        let grace = Person(user: "grace@contoso.test", password: SeedData.password)
        #expect(try await fixture.signIn(grace).hasCode)
    }

    @Test("A user of one tenant cannot sign in at another")
    func foreignTenant() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.store.transaction { transaction in
            try transaction.put(
                Tenant(
                    id: "99999999-1111-4111-8111-111111111111", displayName: "Fabrikam", domains: ["fabrikam.test"],
                    partialConsent: false, subjectSalt: "salt"))
        }
        fixture.segment = "fabrikam.test"
        let visit = try await fixture.signIn()
        #expect(visit.errorNumber == 50020)
        #expect(visit.redirect == nil)
    }

    @Test("A new password ends the sessions and refresh tokens of the old one")
    func changedPassword() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await fixture.provider.admin.setPassword(Secret("quite-new-1"), of: "ada@contoso.test")
        #expect(try await fixture.refresh(token).number == 50173)
        #expect(try await fixture.signIn().errorNumber == 50126)
        let person = Person(user: "ada@contoso.test", password: "quite-new-1")
        #expect(try await fixture.signIn(person).hasCode)
    }
}
