import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The broker with a registered device: one sign-in, and every app's tokens by the primary refresh token.
@Suite struct PrimaryTokenTests {
    @Test func `R37-part one password, the device registered, and a second vendor's app silent`() async throws {
        let fixture = try await BrokerFixture()
        let first = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(try await fixture.apiAccepts(first.tokens?.accessToken))
        #expect(first.device.isRegistered == true)
        #expect(try await fixture.provider.admin.devices().count == 1)
        let account = try #require(first.tokens?.homeAccountID)
        let second = try await BrokeredApp.notes.ask(fixture.broker(), .login)
        #expect(second.tokens?.homeAccountID == account)
        #expect(try await fixture.apiAccepts(second.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        let silent = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(silent.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `R46-part the provider's log names the calling app`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        let callers = try await fixture.provider.admin.signIns().compactMap { $0["caller_bundle_id"]?.stringValue }
        #expect(callers.contains("test.contoso.a") && callers.last == "test.contoso.b")
    }

    @Test func `R47-part a registered redirect URI that another app uses is refused by the provider`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        // The same vendor's client, under a bundle id that no registration has.
        let stranger = BrokeredApp(bundleID: "test.contoso.unregistered")
        let reply = try await stranger.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(reply.tokens == nil && reply.failure?.text?.contains("AADSTS50011") == true)
        let claimed = try await BrokeredApp.b.ask(
            fixture.broker(), .login, as: BrokeredApp.b.caller(assurance: .claimed)
        ) { $0.user.homeAccountID = account }
        #expect(claimed.tokens == nil)
    }

    @Test func `R57-part a broker that was ended and restarted has every account`() async throws {
        let fixture = try await BrokerFixture()
        var broker: BrokerEngine? = try fixture.broker()
        let account = try await BrokeredApp.a.ask(try #require(broker), .login).tokens?.homeAccountID
        _ = try await BrokeredApp.b.ask(try #require(broker), .login) { $0.user.homeAccountID = account }
        broker = nil
        fixture.clock.advance(seconds: 7200)
        let again = try fixture.broker()
        let own = try await BrokeredApp.a.ask(again, .refresh) { $0.user.homeAccountID = account }
        let others = try await BrokeredApp.b.ask(again, .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(own.tokens?.accessToken))
        #expect(try await fixture.apiAccepts(others.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `a device in use stays signed in, because its primary refresh token is renewed`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        for day in stride(from: 5, through: 40, by: 5) {
            fixture.clock.advance(seconds: 5 * 86400)
            let reply = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
            #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
            // The log covers thirty days, and so no longer has the one password of the first day.
            if day != 30 { #expect(try await fixture.passwords() == (day < 30 ? 1 : 0), "day \(day)") }
        }
    }

    @Test func `a device that the organization removed is registered again at the next sign-in`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        let device = try #require(try await fixture.provider.admin.devices().first?["deviceId"]?.stringValue)
        try await fixture.provider.admin.removeDevice(device)
        fixture.clock.advance(seconds: 7200)
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(silent.failure?.code == -50002)
        let again = try await BrokeredApp.a.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(again.tokens?.accessToken))
        let now = try await fixture.provider.admin.devices().compactMap { $0["deviceId"]?.stringValue }
        #expect(now.count == 1 && now != [device])
    }

    @Test func `a disabled device gets no tokens, registers no other one, and works again once it is enabled`()
        async throws
    {
        let fixture = try await BrokerFixture()
        try await fixture.provider.admin.require("compliantDevice")
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        let device = try #require(try await fixture.provider.admin.devices().first?["deviceId"]?.stringValue)
        try await fixture.provider.admin.setDevice(device, isEnabled: false)
        fixture.clock.advance(seconds: 7200)
        let silent = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(silent.tokens == nil)
        let asked = try await BrokeredApp.a.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(asked.tokens == nil && fixture.screen.visits.last?.errorNumber == 135_011)
        let devices = try await fixture.provider.admin.devices().compactMap { $0["deviceId"]?.stringValue }
        #expect(devices == [device])
        try await fixture.provider.admin.setDevice(device, isEnabled: true)
        let again = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(again.tokens?.accessToken))
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `fifty concurrent apps cause one request`() async throws {
        let fixture = try await BrokerFixture()
        let broker = try fixture.broker()
        let account = try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID
        fixture.clock.advance(seconds: 7200)
        fixture.wire.clear()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let reply = try? await BrokeredApp.a.ask(broker, .refresh) { $0.user.homeAccountID = account }
                    return reply?.tokens?.accessToken != nil
                }
            }
            for await hasToken in group { #expect(hasToken) }
        }
        let uses = fixture.wire.requests(to: "/token").filter {
            String(decoding: $0.body, as: UTF8.self).contains("request=")
        }
        #expect(uses.count == 1)
    }

    @Test
    func `R9-part neither an app's reply nor the vault in clear text contains the primary refresh token or a key`()
        async throws
    {
        let fixture = try await BrokerFixture()
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let issue = try #require(
            fixture.wire.exchanges.first {
                String(decoding: $0.response?.body ?? [], as: UTF8.self).contains("session_key_jwe")
            }?.response)
        let token = try PRTIssueResponse(parsing: issue.body).primaryRefreshToken.reveal()
        let vault = String(decoding: try #require(fixture.storage.contents), as: UTF8.self)
        #expect(!vault.contains(token) && !vault.contains("PRIVATE KEY"))
        let reply = try await BrokeredApp.notes.ask(fixture.broker(), .login)
        for text in [reply.tokens?.accessToken, reply.tokens?.refreshToken, reply.tokens?.idToken] {
            #expect(text?.reveal() != token)
        }
    }

    @Test func `a sign-in that is too old for one API stays valid for the others`() async throws {
        let fixture = try await BrokerFixture()
        var reader = BrokeredApp.b
        reader.scopes = ["User.Read"]
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        _ = try await reader.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        try await fixture.provider.admin.put(policy: [
            "displayName": "Often, for files", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]], "applications": ["includeApplications": [.string(Contoso.files)]],
            ],
            "sessionControls": ["signInFrequency": ["isEnabled": true, "value": 1, "type": "hours"]],
        ])
        fixture.clock.advance(seconds: 2 * 3600)
        let old = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(old.tokens == nil && old.failure?.code == -50002)
        let other = try await reader.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(other.tokens?.accessToken != nil, "\(String(describing: other.failure))")
        let mended = try await BrokeredApp.a.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(mended.tokens?.accessToken))
        #expect(try await fixture.passwords() == 2)
    }

    @Test func `a browser gets nothing of an account that a rule forbids it`() async throws {
        let fixture = try await BrokerFixture {
            $0.policy.browsers = [BrokeredApp.a.bundleID]
            var rule = ManagedPolicy.Rule(apps: [BrokeredApp.a.bundleID])
            rule.tenants = ["99999999-9999-4999-8999-999999999999"]
            $0.policy.rules = [rule]
        }
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login)
        let url = "https://\(Contoso.host)/common/oauth2/v2.0/authorize"
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .cookies(SingleSignOnCookiesQuery(url: url)))
        guard case .failure(let failure) = reply.content else {
            Issue.record("The browser was signed in: \(reply.content)")
            return
        }
        #expect(failure.username == nil)
    }

    @Test func `single sign-on cookies are for providers' addresses and verified browsers alone`() async throws {
        let fixture = try await BrokerFixture { $0.policy.browsers = [BrokeredApp.a.bundleID] }
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let url = "https://\(Contoso.host)/common/oauth2/v2.0/authorize"
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .cookies(SingleSignOnCookiesQuery(url: url)))
        guard case .cookies(let cookies) = reply.content else {
            Issue.record("No cookies were returned.")
            return
        }
        #expect(cookies.accounts.map(\.username) == [Contoso.ada])
        let elsewhere = try await BrokeredApp.a.ask(
            fixture.broker(), .cookies(SingleSignOnCookiesQuery(url: "https://evil.test/authorize")))
        guard case .cookies(let none) = elsewhere.content else {
            Issue.record("The answer has another form.")
            return
        }
        #expect(none.accounts.isEmpty)
        for caller in [BrokeredApp.a.caller(assurance: .claimed), BrokeredApp.notes.caller()] {
            let refused = try await BrokeredApp.a.ask(
                fixture.broker(), .cookies(SingleSignOnCookiesQuery(url: url)), as: caller)
            guard case .failure = refused.content else {
                Issue.record("An app that is no browser, or that the device does not verify, got cookies.")
                continue
            }
        }
    }
}
