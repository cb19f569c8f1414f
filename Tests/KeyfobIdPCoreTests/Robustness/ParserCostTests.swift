import Foundation
import KeyfobTesting
import Testing

/// The costs of parsers in instructions, counted by valgrind: unlike seconds they are the same on every machine and
/// under every load.
@Suite("Costs of unauthenticated input", .enabled(if: ParserCosts.canCount), .timeLimit(.minutes(20)))
struct ParserCostTests {
    @Test("For input of twice the length every parser takes at most 2.2 times the instructions, with its limits raised")
    func linear() async throws {
        let costs = try await ParserCosts.counted([])
        #expect(costs.count >= 53)
        for (name, all) in costs {
            #expect(all.count == 4, "\(name)")
            for (small, large) in zip(all, all.dropFirst()) {
                let ratio = Double(large.instructions) / Double(small.instructions)
                #expect(ratio <= 2.2, "\(name): \(small) to \(large)")
            }
        }
    }

    @Test(
        "Input at the limits costs no parser more than a thousand million instructions, without optimization"
    )
    func bounded() async throws {
        let costs = try await ParserCosts.counted(["limits"])
        #expect(costs.count >= 53)
        for (name, all) in costs {
            let worst = try #require(all.first)
            #expect(worst.instructions <= 1_000_000_000, "\(name): \(worst)")
        }
    }
}

/// The program `KeyfobParserCosts` under callgrind.
private enum ParserCosts {
    /// The cost of one piece of work.
    struct Cost: CustomStringConvertible {
        let size: Int
        let instructions: Int
        var description: String { "\(instructions) instructions for \(size)" }
    }

    /// Valgrind is available on Linux only; there `make test` installs it.
    static var canCount: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }

    /// The costs of each kind of input, from the smallest to the largest.
    static func counted(_ arguments: [String]) async throws -> [(String, [Cost])] {
        let folder = try TemporaryDirectory("keyfob-costs")
        defer { folder.remove() }
        // valgrind cannot read the compiler's debug information, and needs none: the function names stay.
        let program = "\(folder.path)/program"
        let stripped = try await ChildProcess.run(
            "/usr/bin/env",
            ["strip", "--strip-debug", "-o", program, BuildProducts.executable("KeyfobParserCosts")],
            environment: ProcessInfo.processInfo.environment)
        try #require(stripped.status == 0, "\(stripped.errors)")
        // With random hashes the order of a dictionary, and so the cost of sorting it, would differ in every run.
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        let outcome = try await ChildProcess.run(
            "/usr/bin/env",
            [
                "valgrind", "--tool=callgrind", "--callgrind-out-file=\(folder.path)/costs",
                "--toggle-collect=keyfob_measured", "--dump-after=keyfob_measured", "--combine-dumps=yes",
                program,
            ] + arguments, environment: environment)
        try #require(outcome.status == 0)
        let text = try String(contentsOfFile: "\(folder.path)/costs", encoding: .utf8)
        let counts = text.split(separator: "\n").filter { $0.hasPrefix("totals: ") }
            .compactMap { Int($0.dropFirst(8)) }
        let work = outcome.output.split(separator: "\n").compactMap { line -> (String, Int)? in
            guard let space = line.lastIndex(of: " "), let size = Int(line[line.index(after: space)...]) else {
                return nil
            }
            return (String(line[..<space]), size)
        }
        try #require(counts.count >= work.count && !work.isEmpty)
        var costs: [(String, [Cost])] = []
        for ((name, size), count) in zip(work, counts) {
            if costs.last?.0 != name { costs.append((name, [])) }
            costs[costs.count - 1].1.append(Cost(size: size, instructions: count))
        }
        return costs
    }
}
