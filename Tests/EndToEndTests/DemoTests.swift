#if Server
import Foundation
import KeyfobTesting
import Testing

/// The command that a newcomer runs first.
@Suite("keyfob demo")
struct DemoTests {
    @Test("keyfob demo proves every claim, ends with 0 and leaves nothing behind")
    func everyClaimIsProved() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = directory.path
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("keyfob"), ["demo"], environment: environment)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("FAILED"))
        #expect(outcome.output.matches(of: #/\n +\d+  proved  /#).count >= 14)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        #expect(!outcome.output.contains("eyJ"), "a token was printed")
    }
}
#endif
