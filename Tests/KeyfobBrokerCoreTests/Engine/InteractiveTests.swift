import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// A user signs in at the broker for an app; the device is registered only where that is required.
@Suite struct InteractiveTests {
    @Test func `a request by URL yields a token that the API accepts, and the broker keeps the account`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let reply = try await BrokeredApp.a.ask(fixture.broker())
        #expect(reply.failure == nil)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(reply.applicationToken != nil && reply.brokerVersion != nil && reply.device.mode == .personal)
        #expect(try await fixture.passwords() == 1)
        #expect(try fixture.broker().accounts.map(\.username) == [Contoso.ada])
    }

    @Test func `a second app chooses the account and enters nothing`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await BrokeredApp.a.ask(fixture.broker())
        let reply = try await BrokeredApp.notes.ask(fixture.broker())
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
        #expect(fixture.screen.visits.last?.pages.first == "broker-accounts")
        #expect(fixture.screen.pages.last { $0.address == nil }?.html.contains("test.fabrikam.notes") == true)
    }

    @Test func `going back from the account chooser is a cancellation`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await BrokeredApp.a.ask(fixture.broker())
        fixture.screen.person.trustsApps = false
        let reply = try await BrokeredApp.notes.ask(fixture.broker())
        #expect(reply.failure?.code == -50005 && reply.tokens == nil)
        // The app does not learn which user cancelled.
        #expect(reply.failure?.username == nil && reply.failure?.homeAccountID == nil)
    }

    @Test func `another account is asked for its password`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await BrokeredApp.a.ask(fixture.broker())
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        let reply = try await BrokeredApp.a.ask(fixture.broker())
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(try await fixture.passwords() == 2)
        #expect(try fixture.broker().accounts.map(\.username) == [Contoso.ada, Contoso.grace])
    }

    /// A provider that ignores a request for a sign-up, as some do; the seeded tenant refuses it.
    private struct WithoutSignUp: HTTPTransport {
        let base: any HTTPTransport

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            var request = request
            let address = request.url.description.replacing("prompt=create", with: "wish=create")
            request.url = HTTPURL(address) ?? request.url
            return try await base.send(request)
        }
    }

    @Test(arguments: [RegistrationMoment.atSignIn, .whenRequired])
    func `an app that requests a sign-up gets no account without that user's consent`(
        _ moment: RegistrationMoment
    ) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        // Ada goes back from the page that names the app.
        fixture.screen.person.trustsApps = false
        let reply = try await BrokeredApp.notes.ask(fixture.broker(transport: WithoutSignUp(base: fixture.wire))) {
            $0.asking.prompt = "create"
        }
        #expect(reply.tokens == nil && reply.failure?.code == -50005, "\(String(describing: reply.failure))")
        #expect(fixture.screen.visits.last?.pages.last == "broker-confirmation")
        let consents = try fixture.broker().core.vault.state.consents
        #expect(!consents.contains { $0.app.hasSuffix("test.fabrikam.notes") })
    }

    @Test(arguments: [RegistrationMoment.atSignIn, .whenRequired])
    func `another user than the requested one is refused, and not stored`(_ moment: RegistrationMoment) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        let reply = try await BrokeredApp.a.ask(fixture.broker()) {
            $0.user = BrokerUser(homeAccountID: "11111111-2222-4333-8444-555555555555.\(Contoso.tenantID)")
        }
        #expect(reply.tokens == nil && reply.failure?.code == -42101)
        #expect(try fixture.broker().accounts.isEmpty)
        #expect(try fixture.broker().core.vault.state.primaryTokens.isEmpty)
        #expect(try await fixture.provider.admin.count("primary_token_issued") == 0)
    }

    @Test func `an unknown client is a configuration error and shows the provider's page`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        var app = BrokeredApp.a
        app.clientID = "99999999-0000-4000-8000-000000000009"
        let reply = try await app.ask(fixture.broker())
        #expect(reply.tokens == nil)
        #expect(fixture.screen.visits.last?.errorNumber == 700016)
    }

    @Test func `ADAL's requests get responses in ADAL's format`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let reply = try await BrokeredApp.a.ask(fixture.broker()) { $0.target = .resource("api://files") }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(reply.tokens?.resource == "api://files" && reply.tokens?.userID == Contoso.ada)
    }

    @Test func `ADAL's unique id finds an existing account, and is no hint to a sign-in page`() async throws {
        let fixture = try await BrokerFixture()
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let id = try #require(try fixture.broker().accounts.first?.localAccountID)
        let reply = try await BrokeredApp.a.ask(fixture.broker()) {
            $0.target = .resource("api://files")
            $0.user = BrokerUser(username: id.uppercased(), kind: .uniqueID)
        }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
        // It matches no account: the user is asked, and is another one.
        fixture.wire.clear()
        let other = try await BrokeredApp.a.ask(fixture.broker()) {
            $0.target = .resource("api://files")
            $0.user = BrokerUser(username: "99999999-0000-4000-8000-000000000009", kind: .uniqueID)
        }
        #expect(other.tokens == nil && other.failure != nil)
        let asked = fixture.wire.requests(to: "/authorize").map { $0.url.description }
        #expect(!asked.isEmpty && !asked.contains { $0.contains("99999999-0000") })
    }

    @Test func `a token that is bound to the app's key is refreshed as one, with the app's enrolment`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        let keyID = "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
        fixture.wire.clear()
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user.homeAccountID = account
            $0.binding = BrokerTokenBinding(
                tokenType: "Pop", confirmation: Base64URL.encode(JSONValue.object(["kid": .string(keyID)]).bytes()),
                keyID: keyID)
            $0.intune =
                IntuneContext(
                    enrollmentsText:
                        #"{"enrollment_ids":[{"tid":"\#(Contoso.tenantID)","oid":"o","home_account_id":"\#(account ?? "")","#
                        + #""user_id":"\#(Contoso.ada)","enrollment_id":"enrolled-1"}]}"#,
                    resourcesText: nil) ?? IntuneContext()
        }
        #expect(reply.tokens?.tokenType?.lowercased() == "pop", "\(String(describing: reply.failure))")
        let posts = fixture.wire.requests(to: "/token")
        #expect(posts.count == 1 && posts.first?.url.description.contains("microsoft_enrollment_id=enrolled-1") == true)
    }

    @Test func `tokens of the extension are silent afterwards, without a request`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let first = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let account = try #require(first.tokens?.homeAccountID)
        fixture.wire.clear()
        let again = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(again.tokens?.accessToken == first.tokens?.accessToken)
        #expect(fixture.wire.exchanges.isEmpty)
        fixture.clock.advance(seconds: 86400)
        let later = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user = BrokerUser(homeAccountID: account)
        }
        #expect(try await fixture.apiAccepts(later.tokens?.accessToken))
        #expect(later.tokens?.accessToken != first.tokens?.accessToken)
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `a silent call without an account requires the user`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh)
        #expect(reply.failure?.code == -50002)
        #expect(fixture.screen.occasions.isEmpty)
    }
}
