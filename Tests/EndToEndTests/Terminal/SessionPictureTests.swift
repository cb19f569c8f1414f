// The sign-in page's address names the system and the processor.
#if os(Linux) && arch(x86_64)
import Foundation
import KeyfobTesting
import Testing

@Suite("The picture of a session", .timeLimit(.minutes(5)))
struct SessionPictureTests {
    @Test("README's session is what the tool prints now")
    func isCurrent() async throws {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let directory = try TemporaryDirectory("keyfob-session")
        defer { directory.remove() }
        let outcome = try await ChildProcess.run(
            root.appendingPathComponent("Scripts/record-session").path,
            ["--check", "--products", BuildProducts.folder],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": directory.path])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
}
#endif
