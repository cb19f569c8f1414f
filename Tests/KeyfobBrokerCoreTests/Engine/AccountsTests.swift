import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

/// Which accounts apps are told of, and signing out.
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

    @Test func `an app is told of the accounts that it was let use, and of others only if the device vouches for it`()
        async throws
    {
        let stage = try await Stage { $0.registration = .whenRequired }
        let broker = try stage.broker()
        _ = try await BrokeredApp.a.ask(broker, .login)
        #expect(try await accounts(broker, .a) == [Contoso.ada])
        #expect(try await accounts(broker, .notes).isEmpty)
        #expect(try await accounts(broker, .notes, signedInOnly: false) == [Contoso.ada])
        #expect(try await accounts(broker, .notes, signedInOnly: false, assurance: .claimed).isEmpty)
    }

    @Test func `an account that one app removes stays for the others`() async throws {
        let stage = try await Stage { $0.registration = .whenRequired }
        let broker = try stage.broker()
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

    @Test func `an app cannot sign out an account that it was never let use`() async throws {
        let stage = try await Stage { $0.registration = .whenRequired }
        let broker = try stage.broker()
        let account = try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID
        var removal = SingleSignOnRemoval(clientID: Contoso.notes, homeAccountID: account, username: nil)
        removal.wipesAccount = true
        _ = try await BrokeredApp.notes.ask(broker, .signOut(removal))
        #expect(broker.accounts.count == 1)
        _ = try await BrokeredApp.a.ask(broker, .signOut(removal))
        #expect(broker.accounts.isEmpty)
    }

    @Test func `on a shared device one person signs out for every app, and another one can sign in then`() async throws
    {
        let stage = try await Stage {
            $0.registration = .whenRequired
            $0.policy.isSharedDevice = true
        }
        let broker = try stage.broker()
        let first = try await BrokeredApp.a.ask(broker, .login)
        #expect(first.device.mode == .shared)
        _ = try await BrokeredApp.notes.ask(broker, .login)
        stage.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        let refused = try await BrokeredApp.b.ask(broker, .login) { $0.user.username = Contoso.grace }
        #expect(refused.tokens?.homeAccountID == first.tokens?.homeAccountID || refused.tokens == nil)
        let removal = SingleSignOnRemoval(
            clientID: Contoso.suite, homeAccountID: first.tokens?.homeAccountID, username: nil)
        _ = try await BrokeredApp.a.ask(broker, .signOut(removal))
        #expect(broker.accounts.isEmpty)
        let next = try await BrokeredApp.notes.ask(broker, .login)
        #expect(next.tokens != nil && broker.accounts.map(\.username) == [Contoso.grace])
    }
}
