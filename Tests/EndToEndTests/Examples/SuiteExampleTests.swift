#if Server
import KeyfobTesting
import Testing

@testable import KeyfobDemo

@Suite("Example: a suite of three apps that use ADAL")
struct SuiteExampleTests {
    @Test("the first app signs in, and the others are silent, although each is its own process")
    func suite() async throws {
        try await ExampleScene.play { scene in
            let before = try await scene.suite("SuiteB", "--silent")
            #expect(before.status == 3, "\(before.output)\(before.errors)")
            #expect(try await scene.passwordPrompts() == 0)

            let first = try await scene.suite("SuiteA")
            #expect(first.output == "Token for ada@contoso.test\n", "\(first.errors)")
            for app in ["SuiteB", "SuiteC", "SuiteA"] {
                let outcome = try await scene.suite(app, "--silent", "--user-id", SeedNames.ada)
                #expect(outcome.output == "Token for ada@contoso.test\n", "\(app): \(outcome.errors)")
            }
            #expect(try await scene.passwordPrompts() == 1)
        }
    }
}

extension ExampleScene {
    fileprivate func suite(_ app: String, _ options: String...) async throws -> ChildProcess.Outcome {
        try await start(app, ["--authority", "\(origin)/contoso.test"] + options).outcome()
    }
}
#endif
