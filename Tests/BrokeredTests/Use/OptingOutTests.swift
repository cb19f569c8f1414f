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

/// The consequences for an app that uses no broker.
@Suite("opting out of the broker", .onDevice)
struct OptingOutTests {
    @Test(
        "R50: with the account in the broker an embedded context still prompts, and fails where a policy needs a device"
    )
    func stillPrompts() async throws {
        try await onDevice { demo in
            #expect(try await demo.contosoA.signIn(SeedNames.ada).source == "broker")
            let prompts = try await demo.passwordPrompts()
            let app = try await demo.installFaced(DemoApps.notes, .adal) { configuration, _ in
                configuration.credentialsType = "embedded"
            }
            #expect(try await app.call(SeedNames.ada).code == "interactionRequired")
            let page: [String: JSONValue] = ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)]
            let answer = try await app.ask("sign-in", page)
            #expect(answer.succeeded, "\(answer.message)")
            #expect(try await demo.passwordPrompts() == prompts + 1)
            // Unlike the broker, this app cannot prove the device.
            try await demo.admin.require("compliantDevice")
            let refused = try await app.ask("sign-in", page)
            #expect(!refused.succeeded && !Set(refused.numbers).isDisjoint(with: [50097, 53000]), "\(refused.json)")
            #expect(refused.message.contains("AD_CREDENTIALS_AUTO"), "\(refused.message)")
            let brokered = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(brokered.succeeded, "\(brokered.message)")
            #expect(try demo.api.accept(brokered.token).user == SeedNames.ada)
        }
    }
}
#endif
#endif
