#if os(Linux)
#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// The administrator's policy file for the broker, read by a broker process.
@Suite("the administrator's rules for the broker", .onDevice)
struct AdministratorTests {
    private let words = "The organization does not let"

    /// Installs rules: the broker that is reinstalled with them keeps its accounts.
    private func lay(_ rules: JSONValue..., on demo: DemoDevice, kind: DemoDevice.BrokerKind) async throws {
        try await demo.installBroker(kind, isManaged: true, policy: ["rules": .array(rules)])
    }

    /// Returns the apps that get a token through the broker; checks that the others get the reason and no token.
    private func served(_ demo: DemoDevice) async throws -> Set<String> {
        var served: Set<String> = []
        for app in [demo.contosoA, demo.contosoB, demo.notes] {
            let before = try await demo.admin.lastSignIn()
            let answer = try await app.signIn(SeedNames.ada)
            if answer.succeeded {
                #expect(answer.source == "broker")
                #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
                served.insert(app.bundleID)
            } else {
                #expect(answer.code == "brokerFailed" && answer.message.contains(words), "\(answer.json)")
                #expect(try await demo.admin.count("tokens_brokered", after: before) == 0)
            }
            #expect(try await app.ask("wipe", front: false).succeeded)
        }
        return served
    }

    @Test(
        "R8: an administrator's rules apply to one app, a vendor's apps, the apps of a tenant, or the whole device, and to no other app",
        arguments: [DemoDevice.BrokerKind.withExtension, .urlsOnly])
    func scopes(kind: DemoDevice.BrokerKind) async throws {
        try await onDevice(os: .ios12, broker: nil) { demo in
            let (a, b, notes) = (DemoApps.contosoA, DemoApps.contosoB, DemoApps.notes)
            try await lay(on: demo, kind: kind)
            #expect(try await served(demo) == [a, b, notes])
            try await lay(["apps": [.string(b)], "deny": true], on: demo, kind: kind)
            #expect(try await served(demo) == [a, notes])
            try await lay(["apps": [.string(a)], "tenants": ["another-tenant"]], on: demo, kind: kind)
            #expect(try await served(demo) == [b, notes])
            // A URL does not identify an app's team: there a rule about any team applies to every app.
            try await lay(["apps": [.string("team:\(DemoApps.fabrikamTeam)")], "deny": true], on: demo, kind: kind)
            #expect(try await served(demo) == (kind == .withExtension ? [a, b] : []))
            try await lay(["apps": ["*"], "deny": true], on: demo, kind: kind)
            #expect(try await served(demo) == [])
            // Together: the device is restricted to a tenant, and one app is excluded in addition.
            let tenant = "11111111-1111-4111-8111-111111111111"
            try await lay(
                ["apps": ["*"], "tenants": [.string(tenant)]], ["apps": [.string(notes)], "deny": true], on: demo,
                kind: kind)
            #expect(try await served(demo) == [a, b])
        }
    }

    @Test("a policy file with an unknown rule stops the broker")
    func misspelled() async throws {
        try await onDevice(broker: nil) { demo in
            await #expect(throws: Disproved.self) {
                try await lay(["apps": ["*"], "denied": true], on: demo, kind: .withExtension)
            }
            let installed = try await demo.owner.apps()
            #expect(!installed.contains { $0.origin.bundleID == DemoApps.broker })
        }
    }
}
#endif
#endif
