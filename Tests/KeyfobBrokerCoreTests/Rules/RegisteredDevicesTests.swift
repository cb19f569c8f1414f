import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

/// `registered_devices_only`: a sign-in performs what the rule requires.
@Suite struct RegisteredDevicesTests {
    private func stage(_ moment: RegistrationMoment) async throws -> Stage {
        try await Stage {
            $0.registration = moment
            var rule = ManagedPolicy.Rule(apps: ["*"])
            rule.wantsRegisteredDevice = true
            $0.policy.rules = [rule]
        }
    }

    @Test func `a device that was removed by the organization is registered again by a sign-in`() async throws {
        let stage = try await stage(.atSignIn)
        let account = try await BrokeredApp.a.ask(stage.broker(), .login).tokens?.homeAccountID
        let device = try #require(try await stage.provider.admin.devices().first?["deviceId"]?.stringValue)
        try await stage.provider.admin.removeDevice(device)
        stage.clock.advance(seconds: 7200)
        // The first call learns of it, and the second one's error also leads the app to the user.
        for _ in 1...2 {
            let silent = try await BrokeredApp.a.ask(stage.broker(), .refresh) { $0.user.homeAccountID = account }
            #expect(silent.tokens == nil && silent.failure?.code == -50002, "\(String(describing: silent.failure))")
        }
        let again = try await BrokeredApp.a.ask(stage.broker(), .login) { $0.user.homeAccountID = account }
        #expect(try await stage.apiAccepts(again.tokens?.accessToken))
        let now = try await stage.provider.admin.devices().compactMap { $0["deviceId"]?.stringValue }
        #expect(now.count == 1 && now != [device])
        let silent = try await BrokeredApp.b.ask(stage.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(try await stage.apiAccepts(silent.tokens?.accessToken))
    }

    @Test func `a broker that registers when required does so for the rule`() async throws {
        let stage = try await stage(.whenRequired)
        let reply = try await BrokeredApp.a.ask(stage.broker(), .login)
        #expect(try await stage.apiAccepts(reply.tokens?.accessToken))
        #expect(try await stage.provider.admin.devices().count == 1)
        #expect(try await stage.passwords() == 1)
    }

    @Test func `where the tenant registers no devices, no tokens are issued`() async throws {
        let stage = try await stage(.whenRequired)
        let closed = FaultyTransport(stage.wire)
        closed.fail(.unreachable, to: "/EnrollmentServer/device/")
        let reply = try await BrokeredApp.a.ask(stage.broker(transport: closed), .login)
        #expect(reply.tokens == nil && reply.failure != nil)
        let account = try stage.broker().accounts.first?.homeAccountID
        let silent = try await BrokeredApp.a.ask(stage.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(silent.tokens == nil)
    }
}
