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

/// What an administrator lays down for the broker, as a file, with the broker as a process that reads it.
@Suite("the administrator's rules for the broker", .onDevice)
struct AdministratorTests {
    private let words = "The organization does not let"

    /// Lays rules down: the broker that is installed anew with them keeps its accounts.
    private func lay(_ rules: JSONValue..., on stage: DeviceStage, kind: DeviceStage.BrokerKind) async throws {
        try await stage.installBroker(kind, isManaged: true, policy: ["rules": .array(rules)])
    }

    /// Which apps get a token by the broker, and that the others hear why not and stay without.
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
        "R8: an administrator's rules bind one app, a vendor's apps, the apps of some tenant, or the whole device, and no other app",
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
            // A URL does not tell whose team an app is of: there a rule about any team binds everybody.
            try await lay(["apps": [.string("team:\(DeviceCast.fabrikamTeam)")], "deny": true], on: stage, kind: kind)
            #expect(try await served(stage) == (kind == .withExtension ? [a, b] : []))
            try await lay(["apps": ["*"], "deny": true], on: stage, kind: kind)
            #expect(try await served(stage) == [])
            // Together: the device is kept to a tenant, and one app is shut out besides.
            let tenant = "11111111-1111-4111-8111-111111111111"
            try await lay(
                ["apps": ["*"], "tenants": [.string(tenant)]], ["apps": [.string(notes)], "deny": true], on: stage,
                kind: kind)
            #expect(try await served(stage) == [a, b])
        }
    }

    @Test("a policy file with a rule that is not understood makes no broker")
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
