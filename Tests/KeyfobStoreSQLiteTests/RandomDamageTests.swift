import Foundation
import KeyfobTesting
import Testing

/// The program of `make torture DRIVER=damage`, for a few hundred damages; the whole run has 10,000.
@Suite("Random damage")
struct RandomDamageTests {
    @Test("however a store's files are damaged, readable content is there, or the messages lead to it")
    func random() async throws {
        let outcome = try await ChildProcess.run(
            WorkerProcess.executable, ["damage", "--runs", "285"],
            environment: ProcessInfo.processInfo.environment)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("stuck") })
        // Not everything is lost each time, and not nothing: both outcomes occur.
        #expect(lines.contains { $0.hasPrefix("whole  ") } && lines.contains { $0.hasPrefix("healed  ") })
    }
    @Test(
        "seeds that once had no way out, or took a minute, are done in seconds of the processor",
        arguments: [
            // The record of the key names one that the store never made.
            3432, 5712,
            // Several rows name the sealed content of one.
            7042, 9721,
            // The tree of the sealed contents is out of order, so that stored rows are not found.
            8438,
            // The header states 21,000 pages more than there are.
            180,
        ])
    func found(number: Int) async throws {
        let outcome = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c", #"ulimit -t 10; exec "$0" damage --seed 20261123 --first "$1" --runs 1"#,
                WorkerProcess.executable, "\(number)",
            ],
            environment: ProcessInfo.processInfo.environment)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
}
