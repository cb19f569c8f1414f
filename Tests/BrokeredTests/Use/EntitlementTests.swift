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

/// An app of the suite whose signature lacks the suite's keychain group.
@Suite("without the keychain entitlement", .onDevice)
struct EntitlementTests {
    @Test("R22: an app without the suite's group learns which entitlement to add, on every face of the SDK")
    func dropped() async throws {
        try await onDevice(broker: nil) { demo in
            #expect(try await demo.contosoA.signInHere(SeedNames.ada).succeeded)
            #expect(try await demo.contosoB.call(SeedNames.ada).succeeded)
            for face in [AppConfiguration.Face.keyfob, .msal, .adal] {
                let app = try await demo.installFaced(DemoApps.contosoB, face) { _, bundle in
                    bundle.bundle.keychainGroups = [DemoApps.contosoB]
                }
                let call = try await app.call(SeedNames.ada)
                #expect(!call.succeeded)
                let page = try await app.ask(
                    "sign-in", ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)])
                #expect(!page.succeeded)
                for answer in [call, page] {
                    let text = answer.message + (answer.json["remedy"]?.stringValue ?? "")
                    #expect(text.contains("keychain-access-groups"), "\(face): \(answer.json)")
                    #expect(text.contains(DemoApps.group), "\(face): \(answer.json)")
                    // MSAL reads the entitlements before it calls the keychain; the others get the error from the
                    // keychain.
                    #expect(face == .msal || text.contains("$(AppIdentifierPrefix)\(DemoApps.group)"))
                    #expect(answer.code == "configuration", "\(face): \(answer.json)")
                }
                switch face {
                case .keyfob: break
                case .msal: #expect(call.json["domain"] == "MSALErrorDomain" && call.json["internal"] == -42000)
                case .adal: #expect(call.json["number"] == -34018 && call.json["domain"] == "ADKeychainErrorDomain")
                }
            }
            // With the entitlement it is part of the suite again, silently.
            let mended = try await demo.installFaced(DemoApps.contosoB, .keyfob).call(SeedNames.ada)
            #expect(mended.succeeded, "\(mended.message)")
            #expect(try demo.api.accept(mended.token).user == SeedNames.ada)
            let refused = try await demo.trace().filter { $0.kind == .keychain && $0.app == DemoApps.contosoB }
            #expect(refused.contains { $0.outcome?.contains("34018") == true }, "\(refused.compactMap(\.outcome))")
        }
    }
}
#endif
#endif
