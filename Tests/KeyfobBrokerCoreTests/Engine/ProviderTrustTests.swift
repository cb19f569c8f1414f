import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// Unverified providers, and the effect of a response about one account on another.
@Suite struct ProviderTrustTests {
    @Test(arguments: ["https://evil.test/common", "https://evil.test/tfp/evil.test/b2c_1_x", "https://evil.test/adfs"])
    func `an unverified authority gets no request and is not shown`(text: String) async throws {
        let fixture = try await BrokerFixture()
        let authority = try Authority(text)
        let url = try await BrokeredApp.a.ask(fixture.broker()) { $0.authority = authority }
        #expect(url.applicationToken == nil)
        var replies = [url]
        for operation in [SingleSignOnOperation.login, .refresh] {
            replies.append(try await BrokeredApp.a.ask(fixture.broker(), operation) { $0.authority = authority })
        }
        for reply in replies {
            #expect(reply.tokens == nil && reply.failure?.text?.contains("provider_hosts") == true)
        }
        #expect(fixture.wire.exchanges.isEmpty && fixture.screen.occasions.isEmpty)
    }

    @Test(arguments: [
        "https://login.microsoftonline.com/common", "https://shop.b2clogin.com/tfp/shop.onmicrosoft.com/b2c_1_x",
        "https://shop.ciamlogin.com/shop.onmicrosoft.com",
    ])
    func `the platform's own hosts need no verification`(text: String) async throws {
        let fixture = try await BrokerFixture()
        let authority = try Authority(text)
        _ = try await BrokeredApp.a.ask(fixture.broker()) { $0.authority = authority }
        // No server answers there in this test, but a request is sent.
        #expect(fixture.wire.exchanges.contains { $0.request.url.host == authority.environment })
    }

    @Test func `the token of a response about one account saves no consent for another`() async throws {
        let fixture = try await BrokerFixture()
        let ada = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        // The first owner of A's scheme writes as A, with its own key and account.
        let squatter = BrokeredApp(bundleID: "test.contoso.a")
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        let first = try await squatter.ask(fixture.broker())
        let token = try #require(first.applicationToken)
        let own = try #require(first.tokens?.homeAccountID)
        #expect(own != ada)
        fixture.screen.person = Person(user: Contoso.ada, password: Contoso.password)
        fixture.screen.person.trustsApps = false
        let reply = try await squatter.ask(fixture.broker()) {
            $0.user = BrokerUser(homeAccountID: ada)
            $0.applicationToken = token
        }
        #expect(reply.tokens == nil && reply.failure?.code == -50005)
        #expect(fixture.screen.visits.last?.pages == ["broker-confirmation"])
        // The account that it has needs no consent again.
        let pages = fixture.screen.pages.count
        let again = try await squatter.ask(fixture.broker()) {
            $0.user = BrokerUser(homeAccountID: own)
            $0.applicationToken = token
        }
        #expect(again.tokens != nil && fixture.screen.pages.count == pages)
    }

    @Test func `a consent for an account does not apply to its namesake at another provider`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let broker = try fixture.broker()
        let request = try BrokeredApp.a.request()
        let order = try BrokerTokenRequest(
            request, app: RequestingApp(name: "A", bundleID: "test.contoso.a", isVerified: false), caller: nil)
        let screen = try await fixture.screen.open(WindowReason(app: order.app, channel: .url))
        let account = VaultAccount(
            homeAccountID: "u.\(Contoso.tenantID)", username: Contoso.ada, environment: "evil.test",
            tenantID: Contoso.tenantID, kind: .work, localAccountID: "u")
        try InteractiveSignIn(core: broker.core, order: order, screen: screen).remember(account)
        var namesake = account
        namesake.environment = Contoso.host
        let state = broker.core.vault.state
        #expect(state.hasConsent(order, account) && !state.hasConsent(order, namesake))
    }
}
