import Foundation
import KeyfobTesting
import Testing

/// The program of `make torture DRIVER=shared`, for a few seconds: MSAL Python and Keyfob write one file at once.
@Suite("Torture of a shared token cache", .timeLimit(.minutes(10)), .serialized)
struct SharedTortureTests {
    @Test("Next to MSAL Python's writers Keyfob loses nothing of theirs, and of its own only what they overwrote")
    func short() async throws {
        let lines = try await run(["--short"])
        #expect(lines["exit"] == "0", "\(lines)")
        for whose in ["our", "foreign"] {
            let fate = try #require(lines["\(whose) token responses"])
            #expect(!fate.hasPrefix("0 stored") && fate.contains("lost by us 0,") && fate.hasSuffix("unexplained 0"))
        }
        #expect(lines["entries lost for a time"]?.hasPrefix("by our writes 0,") == true)
        #expect(lines["writes into a held lock"]?.hasPrefix("ours 0,") == true)
        #expect(lines["unreadable"] == "0")
    }

    @Test("Losses of a Keyfob writer that never reads again are detected")
    func careless() async throws {
        // Whether a careless write falls into another one is chance, but not twenty times.
        for seed in 1...20 {
            let lines = try await run(["--short", "--careless", "--runs", "1", "--seed", "\(seed)"])
            guard lines["exit"] == "1" else { continue }
            #expect(lines["entries lost for a time"]?.hasPrefix("by our writes 0,") == false)
            #expect(lines["our token responses"]?.contains("lost by us 0,") == false)
            return
        }
        Issue.record("No careless write of Keyfob's has lost anything in twenty runs.")
    }

    @Test("Losses by a foreign writer that never reads again are attributed to it, not to Keyfob")
    func carelessTheirs() async throws {
        // Whether a careless write falls into one of Keyfob's is chance; that Keyfob's cause no loss is not.
        for seed in 1...20 {
            let lines = try await run(["--short", "--careless-theirs", "--runs", "1", "--seed", "\(seed)"])
            #expect(lines["exit"] == "0", "\(lines)")
            let lost = try #require(lines["entries lost for a time"])
            let ours = try #require(lines["our token responses"])
            #expect(lost.hasPrefix("by our writes 0,"))
            #expect(ours.contains("lost by us 0, ") && ours.hasSuffix("unexplained 0"))
            if !lost.hasSuffix("by foreign writes 0"), !ours.contains("overwritten by a foreign client 0,") { return }
        }
        Issue.record("No foreign write has overwritten one of Keyfob's in twenty runs.")
    }

    private func run(_ arguments: [String]) async throws -> [String: String] {
        let driver = "\(try await Witness.python()) \(Witness.root)/Scripts/torture-shared.py"
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("KeyfobStoreTorture"), ["shared", "--driver", driver] + arguments,
            environment: ProcessInfo.processInfo.environment)
        var lines = ["exit": String(outcome.status)]
        for line in outcome.output.split(separator: "\n") {
            guard let gap = line.firstRange(of: "  ") else { continue }
            lines[String(line[..<gap.lowerBound])] = line[gap.upperBound...].trimmingCharacters(in: .whitespaces)
        }
        return lines
    }
}
