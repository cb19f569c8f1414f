#if Server
import KeyfobTesting
import Testing

@testable import KeyfobDemo

@Suite("Example: the migration guide's app")
struct GuideExampleTests {
    @Test("R153: the guide's app compiles and runs: one page at its first run, none afterwards, one more after removal")
    func runs() async throws {
        try await ExampleScene.play { scene in
            #expect(try await scene.guide().output == "Signed in: ada@contoso.test\n")
            #expect(try await scene.guide().output == "Silent: ada@contoso.test\n")
            #expect(try await scene.passwordPrompts() == 1)
            let wiped = try await ChildProcess.run(
                BuildProducts.executable("keyfob"),
                ["logout", "--account", SeedNames.ada, "--wipe", "--access-group", "com.microsoft.adalcache"],
                environment: scene.environment)
            #expect(wiped.status == 0, "\(wiped.errors)")
            // A page again, on which the browser's cookies save the password.
            #expect(try await scene.guide().output == "Signed in: ada@contoso.test\n")
            #expect(try await scene.passwordPrompts() == 1)
        }
    }

    @Test("R161-part: with the provider down the app gets a system error, not one of MSAL's")
    func providerDown() async throws {
        try await ExampleScene.play { scene in
            await scene.provider.stop()
            let outcome = try await scene.guide()
            #expect(outcome.status == 1)
            #expect(outcome.output.hasPrefix("Failed: NSURLErrorDomain "))
        }
    }
}

extension ExampleScene {
    fileprivate func guide() async throws -> ChildProcess.Outcome {
        try await start(
            "Guide",
            [
                "--authority", "\(origin)/contoso.test", "--resource", "api://files", "--state",
                "\(directory.path)/state",
            ]
        ).outcome()
    }
}
#endif
