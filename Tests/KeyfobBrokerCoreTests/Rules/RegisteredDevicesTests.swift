import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

/// `registered_devices_only`: a sign-in performs what the rule requires.
@Suite struct RegisteredDevicesTests {
    private func fixture(_ moment: RegistrationMoment) async throws -> BrokerFixture {
        try await BrokerFixture {
            $0.registration = moment
            var rule = ManagedPolicy.Rule(apps: ["*"])
            rule.wantsRegisteredDevice = true
            $0.policy.rules = [rule]
        }
    }

    @Test func `a device that was removed by the organization is registered again by a sign-in`() async throws {
        let fixture = try await fixture(.atSignIn)
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        let device = try #require(try await fixture.provider.admin.devices().first?["deviceId"]?.stringValue)
        try await fixture.provider.admin.removeDevice(device)
        fixture.clock.advance(seconds: 7200)
        // The first call learns of it, and the second one's error also leads the app to the user.
        for _ in 1...2 {
            let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
            #expect(silent.tokens == nil && silent.failure?.code == -50002, "\(String(describing: silent.failure))")
        }
        let again = try await BrokeredApp.a.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(again.tokens?.accessToken))
        let now = try await fixture.provider.admin.devices().compactMap { $0["deviceId"]?.stringValue }
        #expect(now.count == 1 && now != [device])
        _ = try await BrokeredApp.b.ask(fixture.broker(), .login) { $0.user.homeAccountID = account }
        let silent = try await BrokeredApp.b.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await fixture.apiAccepts(silent.tokens?.accessToken))
    }

    @Test func `a broker that registers when required does so for the rule`() async throws {
        let fixture = try await fixture(.whenRequired)
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(try await fixture.provider.admin.devices().count == 1)
        #expect(try await fixture.passwords() == 1)
    }

    @Test func `where the tenant registers no devices, no tokens are issued`() async throws {
        let fixture = try await fixture(.whenRequired)
        let closed = FaultyTransport(fixture.wire)
        closed.fail(.unreachable, to: "/EnrollmentServer/device/")
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: closed), .login)
        #expect(reply.tokens == nil && reply.failure != nil)
        let account = try fixture.broker().accounts.first?.homeAccountID
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(silent.tokens == nil)
    }
}
