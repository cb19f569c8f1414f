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
    private func lay(_ rules: JSONValue..., on stage: DeviceStage, kind: DeviceStage.BrokerKind) async throws {
        try await stage.installBroker(kind, isManaged: true, policy: ["rules": .array(rules)])
    }

    /// Returns the apps that get a token through the broker; checks that the others get the reason and no token.
    private func served(_ stage: DeviceStage) async throws -> Set<String> {
        var served: Set<String> = []
        for app in [stage.contosoA, stage.contosoB, stage.notes] {
            let before = try await stage.admin.lastSignIn()
            let answer = try await app.signIn(SeedNames.ada)
            if answer.succeeded {
                #expect(answer.source == "broker")
                #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
                served.insert(app.bundleID)
            } else {
                #expect(answer.code == "brokerFailed" && answer.message.contains(words), "\(answer.json)")
                #expect(try await stage.admin.count("tokens_brokered", after: before) == 0)
            }
            #expect(try await app.ask("wipe", front: false).succeeded)
        }
        return served
    }

    @Test(
        "R8: an administrator's rules apply to one app, a vendor's apps, the apps of a tenant, or the whole device, and to no other app",
        arguments: [DeviceStage.BrokerKind.withExtension, .urlsOnly])
    func scopes(kind: DeviceStage.BrokerKind) async throws {
        try await onDevice(os: .ios12, broker: nil) { stage in
            let (a, b, notes) = (DeviceCast.contosoA, DeviceCast.contosoB, DeviceCast.notes)
            try await lay(on: stage, kind: kind)
            #expect(try await served(stage) == [a, b, notes])
            try await lay(["apps": [.string(b)], "deny": true], on: stage, kind: kind)
            #expect(try await served(stage) == [a, notes])
            try await lay(["apps": [.string(a)], "tenants": ["another-tenant"]], on: stage, kind: kind)
            #expect(try await served(stage) == [b, notes])
            // A URL does not identify an app's team: there a rule about any team applies to every app.
            try await lay(["apps": [.string("team:\(DeviceCast.fabrikamTeam)")], "deny": true], on: stage, kind: kind)
            #expect(try await served(stage) == (kind == .withExtension ? [a, b] : []))
            try await lay(["apps": ["*"], "deny": true], on: stage, kind: kind)
            #expect(try await served(stage) == [])
            // Together: the device is restricted to a tenant, and one app is excluded in addition.
            let tenant = "11111111-1111-4111-8111-111111111111"
            try await lay(
                ["apps": ["*"], "tenants": [.string(tenant)]], ["apps": [.string(notes)], "deny": true], on: stage,
                kind: kind)
            #expect(try await served(stage) == [a, b])
        }
    }

    @Test("a policy file with an unknown rule stops the broker")
    func misspelled() async throws {
        try await onDevice(broker: nil) { stage in
            await #expect(throws: Disproved.self) {
                try await lay(["apps": ["*"], "denied": true], on: stage, kind: .withExtension)
            }
            let installed = try await stage.owner.apps()
            #expect(!installed.contains { $0.origin.bundleID == DeviceCast.broker })
        }
    }
}
#endif
