#if os(Linux)
import Foundation
import KeyfobTesting
import Testing

/// An app's program while another process has it open for writing, as a thread of an installer may for a moment.
@Suite struct BusyProgramTests {
    @Test func `a program that is being written is run once it is complete`() async throws {
        let directory = try SharedDirectory("keyfob-busy")
        defer { directory.remove() }
        let program = "\(directory.path)/program"
        _ = try await ChildProcess.run("/bin/cp", ["/bin/true", program], environment: [:])
        chmod(program, 0o755)
        let writer = try #require(FileHandle(forWritingAtPath: program))
        let user = geteuid() == 0 ? "65534" : "-"
        let runner = try ChildProcess(
            BuildProducts.executable("keyfob-device"),
            ["run-app", "--user", user, "--home", directory.path, "--", program], environment: [:])
        // After the last right that it gives up, it waits. The thread is not released: the wait is bounded.
        var isWaiting = false
        for _ in 0..<60_000 {
            let status = (try? String(contentsOfFile: "/proc/\(runner.identifier)/status", encoding: .utf8)) ?? ""
            if status.isEmpty || status.contains("State:\tZ") { break }
            if status.contains("State:\tS"), status.contains("NoNewPrivs:\t1") {
                isWaiting = true
                break
            }
            poll(nil, 0, 1)
        }
        #expect(isWaiting)
        try writer.close()
        let outcome = await runner.outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }
}
#endif
