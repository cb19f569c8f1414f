#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// A broker that is new enough, and one that is not.
@Suite("a compatible broker", .onDevice)
struct OutdatedBrokerTests {
    private func apps(_ demo: DemoDevice) async throws -> [DeviceAppHandle] {
        [
            demo.contosoA, try await demo.installFaced(DemoApps.notes, .msal),
            try await demo.installFaced(DemoApps.contosoC, .adal) { configuration, _ in
                configuration.credentialsType = "auto"
            },
        ]
    }

    @Test("R41: a broker that is new enough is used without a line of code, and one that is too old is skipped")
    func passedOver() async throws {
        try await onDevice(broker: .outdated) { demo in
            let apps = try await apps(demo)
            for app in apps {
                try await app.activate()
                let before = try await demo.lastEntry()
                let answer = try await app.ask(
                    "sign-in", ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)])
                #expect(answer.succeeded, "\(app.bundleID): \(answer.message)")
                #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"))
                #expect(try await demo.pagesShown(by: app).contains("sign-in"), "\(app.bundleID)")
                // It was looked up and found too old, and neither opened nor started.
                let asked = try await demo.broached(by: app.bundleID, after: before)
                #expect(asked.contains { $0.subject == "msauthv3://broker" && $0.outcome == "no" }, "\(asked)")
                #expect(asked.contains { $0.subject?.hasPrefix("msauth") == true && $0.outcome == "yes" }, "\(asked)")
                #expect(!asked.contains { $0.kind == .openURL })
            }
            #expect(try await !demo.trace().contains { $0.kind == .launched && $0.app == DemoApps.broker })
            // The same processes, once the broker is updated.
            let prompts = try await demo.passwordPrompts()
            try await demo.installBroker(.urlsOnly)
            for app in apps {
                let before = try await demo.lastEntry()
                let answer = try await app.signIn(SeedNames.ada)
                #expect(answer.succeeded, "\(app.bundleID): \(answer.message)")
                let opened = try await demo.trace(after: before).filter { $0.kind == .openURL }
                #expect(opened.first?.other == DemoApps.broker)
                #expect(
                    try await demo.trace(after: before).allSatisfy { $0.kind != .launched || $0.app != app.bundleID })
            }
            #expect(try await demo.passwordPrompts() == prompts + 1)
        }
    }
}
#endif
#endif
