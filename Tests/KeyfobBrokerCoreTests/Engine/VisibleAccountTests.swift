import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// An app learns of no account that its user did not let it see, by no operation and by no error.
@Suite("What an app learns of the device's accounts") struct VisibleAccountTests {
    /// A broker with Ada, whom app A may use, and Grace, whom Notes may use.
    private func fixture(_ configure: (inout BrokerConfiguration) -> Void = { _ in }) async throws -> BrokerFixture {
        let fixture = try await BrokerFixture(configure)
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        _ = try await BrokeredApp.notes.ask(fixture.broker(), .login) { $0.asking.prompt = "login" }
        #expect(try fixture.broker().accounts.map(\.username) == [Contoso.ada, Contoso.grace])
        return fixture
    }

    /// Every text that would name a user.
    private func names(_ fixture: BrokerFixture) throws -> [String] {
        try fixture.broker().accounts.flatMap { [$0.username, $0.homeAccountID, $0.localAccountID] }
    }

    /// An app that no user has let use any account: registered, unregistered, unsigned, or not identified.
    private static let strangers: [CallerIdentity] = [
        BrokeredApp.b.caller(), BrokeredApp(bundleID: "test.unknown", teamID: "T9", clientID: "x").caller(),
        CallerIdentity(
            bundleID: "test.unsigned", teamID: nil, channel: .singleSignOnExtension, assurance: .kernelEnforced),
        BrokeredApp.b.caller(assurance: .claimed),
    ]

    @Test(arguments: SingleSignOnOperation.allCases)
    func `no operation names a user to an app that none has let`(operation: SingleSignOnOperation) async throws {
        let fixture = try await fixture()
        let names = try names(fixture)
        let accounts = try fixture.broker().accounts
        fixture.wire.clear()
        var answers = 0
        for caller in Self.strangers {
            for (key, value) in [
                ("", ""), ("home_account_id", accounts[0].homeAccountID), ("username", Contoso.ada),
                ("login_hint", Contoso.ada), ("signed_in_accounts_only", "0"), ("username", "nobody@contoso.test"),
            ] {
                let app = BrokeredApp(bundleID: caller.bundleID)
                var wanted = SingleSignOnTokenRequest(
                    authority: try Authority("https://\(Contoso.host)/common"), clientID: Contoso.suite,
                    redirectURI: app.redirectURI, scopes: Contoso.read)
                // A login without a prompt is decided by its user.
                wanted.asking.prompt = operation == .login ? "none" : nil
                var dictionary = SingleSignOnRequest(.refresh(wanted), correlationID: "C").dictionary
                dictionary["sso_url"] = "https://\(Contoso.host)/common/oauth2/v2.0/authorize"
                dictionary["operation"] = operation.rawValue
                if !key.isEmpty { dictionary[key] = value }
                let reply = try await fixture.broker().handle(
                    operation: operation.rawValue, dictionary: dictionary, caller: caller)
                answers += 1
                // What the app itself wrote may come back.
                let told = reply.values.joined(separator: " ")
                #expect(!names.contains { $0 != value && told.contains($0) }, "\(caller) \(key): \(reply)")
                #expect(reply["access_token"] == nil)
            }
        }
        #expect(answers == Self.strangers.count * 6)
        #expect(try fixture.broker().accounts == accounts)
        #expect(fixture.wire.requests(to: "/token").isEmpty)
    }

    @Test func `a silent call's error is the same for an account that is there and for one that is not`() async throws {
        let fixture = try await fixture {
            var rule = ManagedPolicy.Rule(apps: [BrokeredApp.b.bundleID])
            rule.tenants = ["99999999-9999-4999-8999-999999999999"]
            $0.policy.rules = [rule]
        }
        var errors: Set<BrokerResponseError> = []
        for name in [Contoso.ada, Contoso.grace, "nobody@contoso.test"] {
            let reply = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.username = name }
            errors.insert(try #require(reply.failure))
        }
        #expect(errors.count == 1 && errors.first?.code == -50002)
    }

    @Test func `a hint selects the account or refuses, and no error names another user`() async throws {
        let fixture = try await fixture()
        // A may use both.
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login) { $0.user.username = Contoso.grace }
        let users = [
            BrokerUser(loginHint: Contoso.grace), BrokerUser(username: Contoso.grace),
            BrokerUser(username: Contoso.grace, loginHint: Contoso.grace),
        ]
        for user in users {
            let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user = user }
            let account = try fixture.broker().accounts.first { $0.homeAccountID == reply.tokens?.homeAccountID }
            #expect(account?.username == Contoso.grace, "\(user)")
        }
        let ada = try #require(try fixture.broker().accounts.first?.homeAccountID)
        let mixed = [
            BrokerUser(homeAccountID: ada, loginHint: Contoso.grace),
            BrokerUser(username: Contoso.ada, loginHint: Contoso.grace), BrokerUser(loginHint: "nobody@contoso.test"),
        ]
        for user in mixed {
            let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user = user }
            #expect(reply.tokens == nil && reply.failure?.code == -50002, "\(user)")
            #expect(reply.failure?.username == nil && reply.failure?.homeAccountID == nil, "\(user)")
        }
        let hidden = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user.homeAccountID = ada
            $0.asking.extraParameters["login_hint"] = Contoso.grace
        }
        #expect(hidden.tokens == nil)
    }

    @Test func `where one account is signed in, a hint at another user returns no token, and no error names a user`()
        async throws
    {
        let fixture = try await BrokerFixture()
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .login) {
            $0.asking.prompt = "none"
            $0.user.loginHint = Contoso.grace
        }
        #expect(silent.tokens == nil && silent.failure?.username == nil && silent.failure?.homeAccountID == nil)
        let byURL = try await BrokeredApp.a.ask(fixture.broker(), caller: BrokeredApp.a.caller(.url)) {
            $0.asking.prompt = "none"
            $0.user = BrokerUser(loginHint: Contoso.grace)
        }
        #expect(byURL.tokens == nil && byURL.failure?.username == nil)
        // The error of a sign-in that the user leaves names no user either.
        fixture.screen.person.trustsApps = false
        for hint in [Contoso.grace, nil] {
            let left = try await BrokeredApp.a.ask(fixture.broker(), .login) {
                $0.asking.prompt = "select_account"
                $0.user.loginHint = hint
            }
            #expect(left.failure?.username == nil && left.failure?.homeAccountID == nil, "\(String(describing: left))")
        }
    }

    @Test func `a browser's entry may name the team, which no other team's app satisfies`() async throws {
        let fixture = try await fixture { $0.policy.browsers = ["TEAM1/\(BrokeredApp.a.bundleID)"] }
        let query = SingleSignOnCookiesQuery(url: "https://\(Contoso.host)/common/oauth2/v2.0/authorize")
        for (team, isBrowser) in [("TEAM1", true), ("EVIL", false), (nil, false)] as [(String?, Bool)] {
            var caller = BrokeredApp.a.caller()
            caller.teamID = team
            let reply = try await BrokeredApp.a.ask(fixture.broker(), .cookies(query), as: caller)
            if case .cookies = reply.content {
                #expect(isBrowser, "\(team ?? "none")")
            } else {
                #expect(!isBrowser, "\(team ?? "none")")
            }
        }
    }
}
