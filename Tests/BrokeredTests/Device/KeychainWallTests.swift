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

/// The isolation of the device's keychain, with real apps that have signed in, without a broker.
@Suite("the suite's keychain on the device", .onDevice)
struct KeychainWallTests {
    @Test("R12: another vendor's app and another client id can read nothing that a suite has stored")
    func othersReadNothing() async throws {
        try await onDevice(broker: nil) { demo in
            let signedIn = try await demo.contosoA.signInHere(SeedNames.ada)
            #expect(signedIn.succeeded, "\(signedIn.message)")
            // The same code, client id and group, signed by another team.
            try await demo.installApp(
                "test.fabrikam.x", team: "T2", client: SeedNames.suite, redirect: "http://localhost/contoso-b",
                group: DemoApps.group)
            // The same team and group, registered as another client.
            try await demo.installApp(
                "test.contoso.other", team: "T1", client: SeedNames.otherVendor, redirect: "http://localhost",
                group: DemoApps.group)
            for bundleID in ["test.fabrikam.x", "test.contoso.other"] {
                let app = demo.app(bundleID)
                #expect(try await app.ask("accounts").accounts == [], "\(bundleID)")
                #expect(try await app.call().code == "interactionRequired", "\(bundleID)")
            }
            let b = try await demo.contosoB.call()
            #expect(b.succeeded, "\(b.message)")
            #expect(try demo.api.accept(b.token).user == SeedNames.ada)
        }
    }

    @Test("R13: without a broker the user signs in within the app, and no other app comes to the front")
    func noAppSwitch() async throws {
        try await onDevice(broker: nil) { demo in
            try await demo.contosoA.activate()
            let before = try await demo.lastEntry()
            let answer = try await demo.contosoA.signInHere(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.message)")
            let trace = try await demo.trace(after: before)
            let switches: Set<TraceEntry.Kind> = [.foreground, .background, .openURL, .deliveredURL, .launched]
            #expect(trace.filter { switches.contains($0.kind) }.isEmpty, "\(trace)")
            #expect(try await demo.passwordPrompts() == 1)
        }
    }

    @Test("R14: an app that is signed again by another team is refused the suite's keychain")
    func anotherTeamIsDenied() async throws {
        try await onDevice(broker: nil) { demo in
            #expect(try await demo.contosoA.signInHere(SeedNames.ada).succeeded)
            #expect(try await demo.contosoB.call().succeeded)
            // It is no update of the installed app.
            await #expect(throws: DeviceError.self) {
                try await demo.installApp(
                    DemoApps.contosoB, team: "T2", client: SeedNames.suite, redirect: "http://localhost/contoso-b",
                    group: DemoApps.group)
            }
            #expect(try await demo.contosoB.call().succeeded)
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.contosoB))
            try await demo.installApp(
                DemoApps.contosoB, team: "T2", client: SeedNames.suite, redirect: "http://localhost/contoso-b",
                group: DemoApps.group)
            let call = try await demo.contosoB.call()
            #expect(call.code == "interactionRequired", "\(call.message)")
            #expect(try await demo.contosoB.ask("accounts").accounts == [])
            // Naming the first team's group in its entitlements does not help: the signature does not cover it.
            var bundle = demo.bundle(
                DemoApps.contosoB, team: "T2", client: SeedNames.suite, redirect: "http://localhost/contoso-b",
                group: DemoApps.group)
            let entitlements = ["keychain-access-groups": ["T1.\(DemoApps.group)"]]
            bundle.files["entitlements.plist"] = try PropertyListSerialization.data(
                fromPropertyList: entitlements, format: .xml, options: 0)
            let forged = bundle
            await #expect(throws: DeviceError.self) { try await demo.install(forged) }
            #expect(try await demo.contosoA.call().succeeded)
        }
    }
}
#endif
#endif
