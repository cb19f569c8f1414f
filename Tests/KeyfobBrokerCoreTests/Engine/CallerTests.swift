import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// Every refusal of the rules about callers: no app gets a token, and no password is requested.
@Suite struct CallerTests {
    @Test func `R45-part a caller that names another app's redirect URI gets nothing, and no URL is opened`()
        async throws
    {
        let fixture = try await BrokerFixture()
        let attacker = BrokeredApp(bundleID: "test.evil", teamID: "EVIL")
        let request = try BrokeredApp.a.request()
        let outcome = try await fixture.broker().handle(
            url: request.url(to: .keyfob), caller: attacker.caller(.url))
        guard case .refused(let error) = outcome else {
            Issue.record("The request got a response.")
            return
        }
        #expect(error.code == .configuration && error.message.contains("test.evil"))
        #expect(fixture.wire.exchanges.isEmpty)
        #expect(fixture.screen.visits.map(\.pages) == [["broker-notice"]])
    }

    @Test func `R45-part through the extension a message's claim about its sender is ignored`() async throws {
        let fixture = try await BrokerFixture()
        let attacker = BrokeredApp(bundleID: "test.evil", teamID: "EVIL")
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login, as: attacker.caller())
        #expect(reply.tokens == nil && reply.failure != nil)
        #expect(fixture.wire.exchanges.isEmpty && fixture.screen.occasions.isEmpty)
    }

    @Test
    func `over a URL without a sender, a granted use needs the user's consent again, or the app's own token`()
        async throws
    {
        let fixture = try await BrokerFixture()
        let login = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let account = try #require(login.tokens?.homeAccountID)
        // The first owner of A's scheme writes as A, with its own key.
        let squatter = BrokeredApp(bundleID: "test.contoso.a")
        let silent = try await squatter.ask(fixture.broker()) {
            $0.asking.prompt = "none"
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(silent.tokens == nil && silent.failure?.code == -50002)
        let shown = fixture.screen.visits.count
        for _ in 0..<2 {
            _ = try await squatter.ask(fixture.broker()) { $0.user = BrokerUser(homeAccountID: account) }
        }
        let pages = fixture.screen.visits.dropFirst(shown).map(\.pages)
        #expect(pages == [["broker-confirmation"], ["broker-confirmation"]])
        // A itself shows by the token in its last response that it is A.
        let first = try await BrokeredApp.a.ask(fixture.broker()) { $0.user = BrokerUser(homeAccountID: account) }
        let token = try #require(first.applicationToken)
        let again = fixture.screen.pages.count
        let reply = try await BrokeredApp.a.ask(fixture.broker()) {
            $0.user = BrokerUser(homeAccountID: account)
            $0.applicationToken = token
        }
        #expect(reply.tokens != nil && fixture.screen.pages.count == again)
    }

    @Test func `an app without any allowed account ends no user's session`() async throws {
        let fixture = try await BrokerFixture()
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let before = try fixture.broker().core.vault.state.cookies
        #expect(before != CookieJar())
        var removal = SingleSignOnRemoval(
            clientID: Contoso.notes, homeAccountID: nil, username: Contoso.ada)
        removal.signsOutOfBrowser = true
        removal.clearsCookies = true
        _ = try await BrokeredApp.notes.ask(fixture.broker(), .signOut(removal))
        #expect(try fixture.broker().core.vault.state.cookies == before)
    }

    @Test func `an app that claims to be the hub of another one gets nothing of that one, by either channel`()
        async throws
    {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        fixture.wire.clear()
        let attacker = BrokeredApp(bundleID: "test.evil", teamID: "EVIL")
        let hub = BrokerHostApp(clientID: "evil", redirectURI: attacker.redirectURI)
        for caller in [attacker.caller(.url), nil] {
            let request = try BrokeredApp.a.request { $0.hub = hub }
            guard case .refused = try await fixture.broker().handle(url: request.url(to: .keyfob), caller: caller)
            else {
                Issue.record("The request got a response.")
                continue
            }
        }
        for operation in [SingleSignOnOperation.login, .refresh] {
            let reply = try await BrokeredApp.a.ask(fixture.broker(), operation, as: attacker.caller()) {
                $0.hub = hub
                $0.user = BrokerUser(homeAccountID: account)
            }
            #expect(reply.tokens == nil && reply.failure != nil)
        }
        #expect(fixture.wire.exchanges.isEmpty)
    }

    @Test(arguments: [
        "https://contoso.test/app", "http://localhost/contoso-a", "urn:ietf:wg:oauth:2.0:oob", "msauth://code/x",
    ])
    func `no response goes to a redirect URI that names no app`(redirect: String) async throws {
        let fixture = try await BrokerFixture()
        let request = try BrokeredApp.a.request { $0.redirectURI = redirect }
        let outcome = try await fixture.broker().handle(url: request.url(to: .keyfob), caller: nil)
        guard case .refused = outcome else {
            Issue.record("The request got a response.")
            return
        }
        #expect(fixture.wire.exchanges.isEmpty)
    }

    @Test func `an application token of another app, client or key is refused`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let token = try #require(try await BrokeredApp.a.ask(fixture.broker()).applicationToken)
        for thief in [BrokeredApp.b, BrokeredApp.notes, BrokeredApp(bundleID: "test.contoso.a")] {
            let reply = try await thief.ask(fixture.broker()) { $0.applicationToken = token }
            #expect(reply.tokens == nil && reply.failure != nil)
        }
        let own = try await BrokeredApp.a.ask(fixture.broker()) { $0.applicationToken = token }
        #expect(own.tokens != nil)
    }

    @Test func `for another app of the suite, which shares client and key, the user is asked, and it is then served`()
        async throws
    {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let token = try #require(try await BrokeredApp.a.ask(fixture.broker()).applicationToken)
        var sibling = BrokeredApp.b
        sibling.key = BrokeredApp.a.key
        let pages = fixture.screen.visits.count
        let reply = try await sibling.ask(fixture.broker()) { $0.applicationToken = token }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        // Its own first use still asks the user: the other app's token proves nothing about this one.
        let asked = fixture.screen.visits.dropFirst(pages).flatMap(\.pages)
        #expect(asked.contains("broker-accounts") || asked.contains("broker-confirmation"), "\(asked)")
    }

    @Test func `a silent call of an unverified app gets nothing before the user has allowed it`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        let claimed = BrokeredApp.b.caller(assurance: .claimed)
        let reply = try await BrokeredApp.b.ask(fixture.broker(), .refresh, as: claimed) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(reply.failure?.code == -50002)
    }

    @Test func `an app of the same client gets no token that was issued for another one`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        fixture.wire.clear()
        let reply = try await BrokeredApp.b.ask(fixture.broker(), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        // Without a primary refresh token the provider could not tell that it is another app.
        #expect(reply.failure?.code == -50002 && fixture.wire.exchanges.isEmpty)
    }

    @Test func `R8-part the administrator's rules apply to the apps in their scope`() async throws {
        let policy = try ManagedPolicy(
            json: JSONValue(
                parsing: #"{"rules":[{"apps":["test.contoso.b"],"deny":true},{"apps":["team:TEAM2"],"tenants":["x"]}]}"#
            ))
        let fixture = try await BrokerFixture {
            $0.registration = .whenRequired
            $0.policy = policy
        }
        #expect(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens != nil)
        let denied = try await BrokeredApp.b.ask(fixture.broker(), .login)
        #expect(denied.tokens == nil)
        let elsewhere = try await BrokeredApp.notes.ask(fixture.broker(), .login)
        #expect(elsewhere.tokens == nil)
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `a failure names the account only to an app that may use it`() async throws {
        let policy = try ManagedPolicy(
            json: JSONValue(parsing: #"{"rules":[{"apps":["test.contoso.b"],"tenants":["x"]}]}"#))
        let fixture = try await BrokerFixture {
            $0.registration = .whenRequired
            $0.policy = policy
        }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        let forbidden = try await BrokeredApp.b.ask(fixture.broker(), .refresh)
        let unlet = try await BrokeredApp.notes.ask(
            fixture.broker(), .refresh, as: BrokeredApp.notes.caller(assurance: .claimed))
        for reply in [forbidden, unlet] {
            #expect(reply.tokens == nil && reply.failure != nil)
            #expect(reply.failure?.username == nil && reply.failure?.homeAccountID == nil)
        }
        // An app that has the account learns whose sign-in it was.
        try await fixture.provider.admin.revoke(user: Contoso.ada)
        fixture.clock.advance(seconds: 86400)
        let own = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(own.tokens == nil && own.failure?.username == Contoso.ada)
    }
}
