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
        // What rests on user ids of the apps' own is proved by root alone, and said to be not proved by anybody else.
        let isRoot = geteuid() == 0
        #expect(outcome.status == (isRoot ? 0 : 1), "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("FAILED"), "\(outcome.output)")
        #expect(outcome.output.contains("not proved") != isRoot)
        #expect(outcome.output.matches(of: #/\n +\d+  proved  /#).count >= (isRoot ? 33 : 26))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        #expect(!outcome.output.contains("eyJ"), "a token was printed")
    }
}
#endif
