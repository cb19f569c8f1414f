import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

/// An app that a rule applies to, and that spells its name differently or uses another's.
@Suite("rules about apps apply to those that the device names")
struct EvadedRuleTests {
    private static let evil = BrokeredApp(bundleID: "test.evil.app", teamID: "EVIL")
    private static let harmless = BrokeredApp(bundleID: "com.harmless.app", teamID: "GOOD")
    private static let redirects = [
        "msauth.test.evil.app://auth", "msauth.test.EVIL.app://auth", "MSAUTH.Test.evil.APP://AUTH",
        "evil-scheme://com.harmless.app", "evil-scheme://TEST.EVIL.APP/", "msauth.com.harmless.app://auth",
    ]

    private func fixture(_ rule: String) async throws -> BrokerFixture {
        let policy = try ManagedPolicy(json: JSONValue(parsing: #"{"rules":[\#(rule)]}"#))
        return try await BrokerFixture {
            $0.registration = .whenRequired
            $0.policy = policy
        }
    }

    @Test("Over a URL whose sender the device does not name, no redirect URI evades a rule", arguments: redirects)
    func unnamed(redirect: String) async throws {
        for app in ["test.evil.app", "Test.Evil.App", "team:EVIL", "*"] {
            let fixture = try await fixture(#"{"apps":["\#(app)"],"deny":true}"#)
            let reply = try await Self.evil.ask(fixture.broker()) { $0.redirectURI = redirect }
            #expect(reply.tokens == nil && reply.failure != nil, "\(app)")
            #expect(fixture.wire.exchanges.isEmpty && fixture.screen.occasions.isEmpty, "\(app)")
        }
    }

    /// The redirect URIs of the app's registration.
    private static let registered = ["msauth.test.contoso.a://auth", "x-msauth-contoso://test.contoso.a"]

    @Test(
        "Nor does an app's registered one: rules about tenants and verified callers apply, and others allow it",
        arguments: registered)
    func restricted(redirect: String) async throws {
        for (restriction, isLetIn) in [
            (#""tenants":["x"]"#, false), (#""verified_callers_only":true"#, false),
            (#""tenants":["\#(Contoso.tenantID)"]"#, true),
        ] {
            for app in ["test.evil.app", "team:EVIL", "*"] {
                let fixture = try await fixture(#"{"apps":["\#(app)"],\#(restriction)}"#)
                let reply = try await BrokeredApp.a.ask(fixture.broker()) { $0.redirectURI = redirect }
                #expect((reply.tokens != nil) == isLetIn && (reply.failure == nil) == isLetIn, "\(app) \(restriction)")
                #expect(try fixture.broker().accounts.isEmpty != isLetIn, "\(app) \(restriction)")
            }
        }
    }

    @Test("A rule applies to an app that the device names, however either of them is written")
    func named() async throws {
        for (rule, bundleID) in [
            ("test.evil.app", "test.Evil.App"), ("Test.Evil.App", "test.evil.app"), ("team:evil", "test.evil.app"),
        ] {
            let fixture = try await fixture(#"{"apps":["\#(rule)"],"deny":true}"#)
            let app = BrokeredApp(bundleID: bundleID, teamID: "EVIL")
            let login = try await app.ask(fixture.broker(), .login)
            #expect(login.tokens == nil && login.failure != nil, "\(rule) \(bundleID)")
            let list = try await app.ask(fixture.broker(), .accounts(SingleSignOnAccountsQuery(clientID: nil)))
            guard case .failure = list.content else {
                Issue.record("The list got a response.")
                continue
            }
        }
    }

    @Test("An app that the device names is subject to the rules about it, and to no others")
    func others() async throws {
        let fixture = try await fixture(#"{"apps":["test.evil.app"],"deny":true}"#)
        let caller = BrokeredApp.a.caller(.url)
        #expect(try await BrokeredApp.a.ask(fixture.broker(), caller: caller).tokens != nil)
        #expect(try await BrokeredApp.notes.ask(fixture.broker(), .login).tokens != nil)
        // The sender is unknown: the administrator's remedy is the extension.
        let unnamed = try await BrokeredApp.a.ask(fixture.broker())
        #expect(unnamed.failure?.text?.contains("does not report which app") == true, "\(unnamed)")
    }
}
