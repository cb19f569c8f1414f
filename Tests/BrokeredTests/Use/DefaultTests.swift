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

/// The use of an installed broker without explicit configuration.
@Suite("the broker by default", .onDevice)
struct DefaultTests {
    @Test("R58: a fresh ADAL context does not use the broker: a page in the app, and no message to the broker")
    func freshContext() async throws {
        try await onDevice { demo in
            let app = try await demo.installFaced(DemoApps.contosoC, .adal)
            try await proveEmbedded(demo, app)
        }
    }

    @Test("R62: AD_CREDENTIALS_EMBEDDED never uses it, for a page or without one")
    func embedded() async throws {
        try await onDevice { demo in
            let app = try await demo.installFaced(DemoApps.contosoC, .adal) { configuration, _ in
                configuration.credentialsType = "embedded"
            }
            try await proveEmbedded(demo, app)
        }
    }

    @Test("R120: a fresh MSAL app uses it, and shows no page itself", arguments: [true, false])
    func freshApplication(hasExtension: Bool) async throws {
        try await onDevice(broker: hasExtension ? .withExtension : .urlsOnly) { demo in
            let app = try await demo.installFaced(DemoApps.notes, .msal)
            try await app.activate()
            let before = try await demo.lastEntry()
            let answer = try await app.signIn(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.message)")
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            let asked = try await demo.broached(by: app.bundleID, after: before)
            #expect(asked.contains { $0.kind == (hasExtension ? .signOn : .openURL) })
            #expect(try await demo.brokerStirred(after: before))
            #expect(try await demo.pagesShown(by: app) == [])
            #expect(try await demo.passwordPrompts() == 1)
            // The other vendor's sign-in at the broker works here, unlike the app's own page.
            #expect(try await demo.contosoA.signIn(SeedNames.ada).source == "broker")
            #expect(try await demo.passwordPrompts() == 1)
        }
    }

    /// The app signs in on its own page, refreshes and calls, and the broker gets no message.
    private func proveEmbedded(_ demo: DemoDevice, _ app: DeviceAppHandle) async throws {
        try await app.activate()
        let before = try await demo.lastEntry()
        let answer = try await app.ask(
            "sign-in", ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)])
        #expect(answer.succeeded, "\(answer.message)")
        #expect(try await app.call(SeedNames.ada, force: true).succeeded)
        #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"))
        #expect(try await demo.pagesShown(by: app).contains("sign-in"))
        #expect(try await demo.broached(by: app.bundleID, after: before) == [])
        #expect(try await !demo.brokerStirred(after: before))
    }
}
#endif
#endif
