import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// A provider that requires the device to be registered again: the old registration stays until the new one exists.
@Suite struct RenewalTests {
    /// Leads the provider's first page for an app elsewhere, and lets the broker's own sign-in fail or succeed
    /// afterwards.
    private final class Demanding: HTTPTransport {
        let base: any HTTPTransport
        let steps: Mutex<[String]>
        let isDown: Bool

        init(_ base: any HTTPTransport, _ steps: [String], isDown: Bool) {
            self.base = base
            self.steps = Mutex(steps)
            self.isDown = isDown
        }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard request.url.path.hasSuffix("/authorize") else { return try await base.send(request) }
            let isOwn = request.url.query?.contains(BrokerConfiguration().clientID) ?? false
            if isOwn, isDown { throw TransportError(.cannotConnect, message: "The network is gone.") }
            let step = isOwn ? nil : steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let step else { return try await base.send(request) }
            return HTTPResponse(status: 302, fields: ["Location": step])
        }
    }

    private static let demand = "msauth://upgradeReg?username=ada%40contoso.test"

    @Test func `a renewal that fails changes nothing`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        let before = try fixture.broker().core.vault.state
        let wire = Demanding(fixture.wire, [Self.demand], isDown: true)
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: wire), .login) {
            $0.user.homeAccountID = account
            $0.asking.prompt = "consent"
        }
        #expect(reply.tokens == nil)
        let after = try fixture.broker().core.vault.state
        #expect(after.registrations == before.registrations && after.primaryTokens == before.primaryTokens)
        #expect(!after.primaryTokens.isEmpty)
    }

    @Test func `a renewal registers another device, and ends the tokens of the old one`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        fixture.screen.person = Person(user: Contoso.ada, password: Contoso.password)
        let before = try fixture.broker().core.vault.state
        #expect(before.primaryTokens.count == 2)
        let wire = Demanding(fixture.wire, [Self.demand], isDown: false)
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: wire), .login) {
            $0.user.homeAccountID = account
            $0.asking.prompt = "consent"
        }
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
        let after = try fixture.broker().core.vault.state
        #expect(after.registrations.count == 1)
        #expect(after.registrations.first?.deviceID != before.registrations.first?.deviceID)
        #expect(after.primaryTokens.map(\.homeAccountID) == [account])
        #expect(after.primaryTokens.first?.deviceID == after.registrations.first?.deviceID)
    }

    @Test func `another user of the tenant who signs in first here gets a renewal too`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        try await fixture.provider.admin.require("compliantDevice")
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let before = try #require(try fixture.broker().core.vault.state.registrations.first)
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        let demand = "msauth://upgradeReg?username=grace%40contoso.test"
        let wire = Demanding(fixture.wire, [demand], isDown: false)
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: wire), .login)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
        #expect(try fixture.broker().core.vault.state.registrations.map(\.deviceID) != [before.deviceID])
    }

    @Test(arguments: [demand, "msauth://wpj?username=x", "msauth://compliance", "browser://localhost:8443/x"])
    func `a page of another host triggers nothing in the broker`(demand: String) async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        let before = try fixture.broker().core.vault.state
        fixture.wire.clear()
        let wire = Demanding(fixture.wire, ["https://evil.test/login"], isDown: false)
        let reply = try await BrokeredApp.a.ask(
            fixture.broker(transport: Stranger(base: wire, demand: demand)), .login
        ) {
            $0.user.homeAccountID = account
            $0.asking.prompt = "consent"
        }
        #expect(reply.tokens == nil && reply.failure?.text?.contains("evil.test") == true)
        let after = try fixture.broker().core.vault.state
        #expect(after.registrations == before.registrations && after.primaryTokens == before.primaryTokens)
        #expect(fixture.screen.visits.last?.pages.isEmpty == true)
    }

    /// An untrusted host whose every page leads to an exit.
    private struct Stranger: HTTPTransport {
        let base: any HTTPTransport
        let demand: String

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard request.url.host == "evil.test" else { return try await base.send(request) }
            return HTTPResponse(status: 302, fields: ["Location": demand])
        }
    }
}
