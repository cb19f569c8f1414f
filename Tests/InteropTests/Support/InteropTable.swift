import Foundation
import KeyfobTesting
import Synchronization
import Testing

/// A row of the table that `make interop` prints. Each cell is also an expectation of the test.
final class InteropRow: Sendable {
    private let name: String
    private let lines = Mutex<[String]>([])

    init(_ name: String) { self.name = name }

    /// Fills a cell.
    ///
    /// - Parameters:
    ///   - column: what was tried.
    ///   - seen: what came of it.
    ///   - isRight: whether that is what should come of it.
    func fill(_ column: String, _ seen: String, _ isRight: Bool) {
        #expect(isRight, "\(name): \(column): \(seen)")
        lines.withLock { $0.append("\(name)\t\(column)\t\(seen)\t\(isRight ? 1 : 0)\n") }
    }

    /// Leaves the row where `Scripts/interop` looks for it.
    func keep() throws {
        let folder = URL(fileURLWithPath: Witness.root).appendingPathComponent("build/interop")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name.filter { $0.isLetter || $0.isNumber } + ".tsv")
        try Data(lines.withLock { $0.joined() }.utf8).write(to: file)
    }
}
