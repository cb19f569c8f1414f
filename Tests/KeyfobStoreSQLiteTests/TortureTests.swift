import Foundation
import KeyfobTesting
import Testing

/// The program of `make torture`, for a few seconds; the whole run has 100 runs and 1,000 kills.
@Suite("Torture", .serialized)
struct TortureTests {
    @Test("processes that add, read, refresh and remove, and are killed, lose nothing and spend no token twice")
    func short() async throws {
        let lines = try await run(["--short"])
        #expect(lines["exit"] == "0", "\(lines)")
        #expect(lines["acknowledged writes"]?.hasSuffix(", lost 0") == true)
        #expect(lines["reads"]?.hasSuffix("valid token reported absent 0, stale 0") == true)
        #expect(lines["removals"]?.hasSuffix("back again 0") == true)
        #expect(lines["unreadable"] == "0")
        #expect(lines["refreshes"]?.contains("spent twice 0") == true)
        #expect(lines["fairness"]?.hasPrefix("slowest process 0,") == false, "no process starves")
        #expect(lines["kills"]?.hasPrefix("24 ") == true || lines["kills"]?.hasPrefix("25 ") == true)
    }

    @Test("losses of a store that acknowledges too early are detected")
    func careless() async throws {
        let lines = try await run(["--short", "--careless", "--flat-out", "0"])
        #expect(lines["exit"] == "1", "\(lines)")
        #expect(lines["acknowledged writes"]?.hasSuffix(", lost 0") == false)
    }

    private func run(_ arguments: [String]) async throws -> [String: String] {
        // Not awaited on a thread that other tests need: it takes seconds.
        let outcome = try await ChildProcess.run(
            WorkerProcess.executable, ["torture"] + arguments, environment: ProcessInfo.processInfo.environment)
        var lines = ["exit": String(outcome.status)]
        for line in outcome.output.split(separator: "\n") {
            guard let gap = line.firstRange(of: "  ") else { continue }
            lines[String(line[..<gap.lowerBound])] = line[gap.upperBound...].trimmingCharacters(in: .whitespaces)
        }
        return lines
    }
}
