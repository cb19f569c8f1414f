import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// The accounts that apps are shown, and signing out.
@Suite struct AccountsTests {
    private func accounts(
        _ broker: BrokerEngine, _ app: BrokeredApp, signedInOnly: Bool = true,
        assurance: CallerIdentity.Assurance = .kernelEnforced
    ) async throws -> [String] {
        let query = SingleSignOnAccountsQuery(clientID: app.clientID, signedInOnly: signedInOnly)
        let reply = try await app.ask(broker, .accounts(query), as: app.caller(assurance: assurance))
        guard case .accounts(let list) = reply.content else { throw BrokeredApp.Unexpected() }
        return list.compactMap(\.username)
    }

    @Test func `an app sees the accounts that it was allowed to use, and others only if the administrator says so`()
        async throws
    {
        var fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let broker = try fixture.broker()
        _ = try await BrokeredApp.a.ask(broker, .login)
        #expect(try await accounts(broker, .a) == [Contoso.ada])
        #expect(try await accounts(broker, .notes).isEmpty)
        #expect(try await accounts(broker, .notes, signedInOnly: false).isEmpty)
        fixture.configuration.asksBeforeFirstUse = false
        let open = try fixture.broker()
        #expect(try await accounts(open, .notes, signedInOnly: false) == [Contoso.ada])
        #expect(try await accounts(open, .notes, signedInOnly: false, assurance: .claimed).isEmpty)
    }

    @Test func `an account that one app removes stays for the others`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let broker = try fixture.broker()
        let account = try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID
        _ = try await BrokeredApp.notes.ask(broker, .login)
        let removal = SingleSignOnRemoval(clientID: Contoso.suite, homeAccountID: account, username: nil)
        _ = try await BrokeredApp.a.ask(broker, .removeAccount(removal))
        #expect(try await accounts(broker, .a).isEmpty)
        #expect(try await accounts(broker, .notes) == [Contoso.ada])
        let own = try await BrokeredApp.a.ask(broker, .refresh) { $0.user.homeAccountID = account }
        #expect(own.tokens == nil)
        let others = try await BrokeredApp.notes.ask(broker, .refresh) { $0.user.homeAccountID = account }
        #expect(others.tokens != nil)
    }

    @Test func `an app cannot sign out an account that it was never allowed to use`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let broker = try fixture.broker()
        let account = try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID
        var removal = SingleSignOnRemoval(clientID: Contoso.notes, homeAccountID: account, username: nil)
        removal.wipesAccount = true
        _ = try await BrokeredApp.notes.ask(broker, .signOut(removal))
        #expect(broker.accounts.count == 1)
        _ = try await BrokeredApp.a.ask(broker, .signOut(removal))
        #expect(broker.accounts.isEmpty)
    }

    @Test func `on a shared device one user signs out for every app, and another one can sign in then`() async throws {
        let fixture = try await BrokerFixture {
            $0.registration = .whenRequired
            $0.policy.isSharedDevice = true
        }
        let broker = try fixture.broker()
        let first = try await BrokeredApp.a.ask(broker, .login)
        #expect(first.device.mode == .shared)
        _ = try await BrokeredApp.notes.ask(broker, .login)
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        let refused = try await BrokeredApp.b.ask(broker, .login) { $0.user.username = Contoso.grace }
        #expect(refused.tokens?.homeAccountID == first.tokens?.homeAccountID || refused.tokens == nil)
        let removal = SingleSignOnRemoval(
            clientID: Contoso.suite, homeAccountID: first.tokens?.homeAccountID, username: nil)
        _ = try await BrokeredApp.a.ask(broker, .signOut(removal))
        #expect(broker.accounts.isEmpty)
        let next = try await BrokeredApp.notes.ask(broker, .login)
        #expect(next.tokens != nil && broker.accounts.map(\.username) == [Contoso.grace])
    }

    private func wiping(_ account: String?) -> SingleSignOnRequest.Content {
        var removal = SingleSignOnRemoval(clientID: Contoso.suite, homeAccountID: account, username: nil)
        removal.wipesAccount = true
        return .signOut(removal)
    }

    @Test(arguments: [RegistrationMoment.atSignIn, .whenRequired])
    func `once the only account is signed out, the web view's cookies sign no user in`(
        _ moment: RegistrationMoment
    ) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        _ = try await BrokeredApp.a.ask(fixture.broker(), wiping(account))
        #expect(try fixture.broker().accounts.isEmpty)
        #expect(try fixture.broker().core.cookies.field(for: fixture.provider.base, now: fixture.clock.now) == nil)
        let next = try await BrokeredApp.b.ask(
            fixture.broker(), .login, as: BrokeredApp.b.caller(assurance: .claimed))
        #expect(next.tokens != nil || next.failure != nil)
        #expect(try await fixture.passwords() == 2)
    }

    @Test func `a user who goes back after the password is not signed in for the next app`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        fixture.screen.person.consents = false
        let first = try await BrokeredApp.notes.ask(fixture.broker(), .login)
        #expect(try first.tokens == nil && fixture.broker().accounts.isEmpty)
        #expect(try await fixture.passwords() == 1)
        _ = try await BrokeredApp.a.ask(fixture.broker())
        #expect(try await fixture.passwords() == 2)
    }

    @Test func `a sign-out that failed half way is completed by the next one`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let store = FailingStore(fixture.store)
        let broker = try fixture.broker(store: store)
        let account = try #require(try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID)
        store.failOnce()
        guard case .failure = try await BrokeredApp.a.ask(broker, wiping(account)).content else {
            Issue.record("The app got a success.")
            return
        }
        _ = try await BrokeredApp.a.ask(broker, wiping(account))
        #expect(broker.accounts.isEmpty)
        #expect(try fixture.store.partition(homeAccountID: account)?.entities.isEmpty ?? true)
    }

    @Test func `the result of a request in progress at the sign-out is not stored`() async throws {
        let fixture = try await BrokerFixture()
        let wire = Interrupted(fixture.wire, before: "/token")
        let broker = try fixture.broker(transport: wire)
        let account = try #require(try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID)
        _ = try await BrokeredApp.b.ask(broker, .login) { $0.user.homeAccountID = account }
        fixture.clock.advance(seconds: 7200)
        let leaving = wiping(account)
        wire.interrupt { _ = try? await BrokeredApp.a.ask(broker, leaving) }
        let reply = try await BrokeredApp.b.ask(broker, .refresh) { $0.user.homeAccountID = account }
        #expect(broker.accounts.isEmpty && reply.tokens == nil)
        #expect(try fixture.store.partition(homeAccountID: account)?.entities.isEmpty ?? true)
    }
}
