import Foundation
import KeyfobTesting
import Testing

/// The program of `make torture DRIVER=damage`, for a few hundred damages; the whole of it is 10,000.
@Suite("Random damage")
struct RandomDamageTests {
    @Test("however a store's files are spoilt, what can be read is there, or what people are told brings them out")
    func random() async throws {
        let outcome = try await ChildProcess.run(
            WorkerProcess.executable, ["damage", "--runs", "285", "--limit", "600"],
            environment: ProcessInfo.processInfo.environment)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("stuck") })
        // Not all of it is lost each time, and not nothing: both kinds of ends are seen.
        #expect(lines.contains { $0.hasPrefix("whole  ") } && lines.contains { $0.hasPrefix("healed  ") })
    }
}
