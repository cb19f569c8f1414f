#if os(Linux)
#if Server
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// Expiry on a device with a broker, with the command that moves the clocks of provider and device together.
@Suite("the device's clock", .onDevice)
struct DeviceClockTests {
    private func advance(_ step: String, _ demo: DemoDevice) async throws {
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("keyfob-device"),
            ["clock", "advance", step, "--folder", demo.board.folder, "--provider", demo.provider.directory],
            environment: ["PATH": "/usr/bin:/bin", "HOME": demo.directory.path])
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(
        "a token expires when the clocks are moved, in every app and in the broker, and is refreshed without a prompt")
    func expiry() async throws {
        try await onDevice { demo in
            let apps = [demo.contosoA, demo.contosoB, demo.notes]
            for app in apps {
                let answer = try await app.signIn(SeedNames.ada)
                #expect(answer.succeeded, "\(answer.message)")
            }
            let prompts = try await demo.passwordPrompts()
            var known: Set<String> = []
            for isRepeated in [false, true] {
                for app in apps {
                    let identifier = try demo.api.accept(try await app.call(SeedNames.ada).token).identifier
                    let isNew = known.insert(identifier).inserted
                    #expect(!isRepeated || !isNew)
                }
            }
            try await advance("2h", demo)
            for app in apps {
                let answer = try await app.call(SeedNames.ada)
                #expect(answer.succeeded, "\(answer.message)")
                let identifier = try demo.api.accept(answer.token).identifier
                #expect(!known.contains(identifier))
            }
            #expect(try await demo.passwordPrompts() == prompts)
        }
    }

    @Test(
        "a sign-in older than a policy allows, and an expired primary refresh token, require the user")
    func sessions() async throws {
        try await onDevice { demo in
            #expect(try await demo.contosoA.signIn(SeedNames.ada).succeeded)
            let policy = try await demo.admin.graph(
                .post, "identity/conditionalAccess/policies",
                [
                    "displayName": "Often", "state": "enabled",
                    "conditions": [
                        "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                    ],
                    "sessionControls": ["signInFrequency": ["isEnabled": true, "value": 1, "type": "hours"]],
                ])
            try await advance("2h", demo)
            #expect(try await demo.contosoA.call(SeedNames.ada).code == "interactionRequired")
            let again = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(again.succeeded, "\(again.message)")
            #expect(try await demo.passwordPrompts() == 2)
            _ = try demo.api.accept(again.token)
            try await demo.admin.graph(
                .delete, "identity/conditionalAccess/policies/\(policy["id"]?.stringValue ?? "")")
            try await advance("13w", demo)
            #expect(try await demo.contosoA.call(SeedNames.ada).code == "interactionRequired")
            let last = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(last.succeeded, "\(last.message)")
            _ = try demo.api.accept(last.token)
            // The log covers thirty days.
            #expect(try await demo.passwordPrompts() == 1)
        }
    }
}
#endif
#endif
