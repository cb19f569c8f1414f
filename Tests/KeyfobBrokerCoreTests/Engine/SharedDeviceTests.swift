import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// A device that several users share has one of them at a time, and that user can be signed out.
@Suite struct SharedDeviceTests {
    @Test(arguments: [RegistrationMoment.atSignIn, .whenRequired])
    func `of two concurrent sign-ins one is stored`(_ moment: RegistrationMoment) async throws {
        let fixture = try await BrokerFixture {
            $0.registration = moment
            $0.policy.isSharedDevice = true
        }
        let wire = Interrupted(fixture.wire, before: "/token")
        let broker = try fixture.broker(transport: wire)
        // Ada has finished her pages, and Grace signs in from beginning to end before Ada's code is redeemed.
        wire.interrupt { [screen = fixture.screen] in
            screen.person = Person(user: Contoso.grace, password: Contoso.password)
            _ = try? await BrokeredApp.notes.ask(broker, .login)
        }
        let ada = try await BrokeredApp.a.ask(broker, .login)
        #expect(broker.accounts.map(\.username) == [Contoso.grace])
        #expect(ada.tokens == nil && ada.failure?.code == -42101)
        let grace = try #require(broker.accounts.first)
        #expect(broker.core.vault.state.primaryTokens.allSatisfy { $0.homeAccountID == grace.homeAccountID })
        // She can be signed out, and the next user can sign in.
        let removal = SingleSignOnRemoval(clientID: Contoso.notes, homeAccountID: grace.homeAccountID, username: nil)
        _ = try await BrokeredApp.notes.ask(broker, .signOut(removal))
        #expect(broker.accounts.isEmpty)
    }

    @Test func `an account that no app was allowed to use can be signed out by any app`() async throws {
        let fixture = try await BrokerFixture { $0.policy.isSharedDevice = true }
        let broker = try fixture.broker()
        let account = VaultAccount(
            homeAccountID: "u.\(Contoso.tenantID)", username: Contoso.grace, environment: Contoso.host,
            tenantID: Contoso.tenantID, kind: .work, localAccountID: "u")
        try broker.core.vault.update { state throws(AuthError) in state.put(account) }
        let removal = SingleSignOnRemoval(
            clientID: Contoso.suite, homeAccountID: account.homeAccountID, username: nil)
        _ = try await BrokeredApp.a.ask(broker, .signOut(removal))
        #expect(broker.accounts.isEmpty)
    }

    @Test func `an account that a rule forbids the app is not stored either`() async throws {
        let policy = try ManagedPolicy(json: JSONValue(parsing: #"{"rules":[{"apps":["*"],"tenants":["x"]}]}"#))
        let fixture = try await BrokerFixture { $0.policy = policy }
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(reply.tokens == nil && reply.failure != nil)
        let state = try fixture.broker().core.vault.state
        #expect(state.accounts.isEmpty && state.primaryTokens.isEmpty && state.registrations.isEmpty)
    }
}
