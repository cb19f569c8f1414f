import Foundation
import KeyfobBackport
import KeyfobTesting
import Testing

/// A row of the table that `make interop` prints. Each cell is also an expectation of the test.
final class InteropRow: Sendable {
    /// An operation on a cache, in the words of the summary.
    enum Deed: String {
        case writes, reads, refreshes, removes
    }

    private let name: String
    private let kind: String
    private let lines = Mutex<[String]>([])

    /// Begins a row.
    ///
    /// - Parameters:
    /// - name: Place, authority and direction.
    /// - kind: The kind of place, for the summary.
    init(_ name: String, kind: String) {
        self.name = name
        self.kind = kind
    }

    /// Fills a cell.
    ///
    /// - Parameters:
    /// - column: The operation that was tried.
    /// - actor: The program that it tests.
    /// - deed: The kind of operation.
    /// - seen: The outcome.
    /// - isRight: Whether that is the expected outcome.
    func fill(_ column: String, _ actor: String, _ deed: Deed, _ seen: String, _ isRight: Bool) {
        #expect(isRight, "\(name): \(column): \(seen)")
        let fields = [name, column, seen, isRight ? "1" : "0", "\(actor), \(kind)", deed.rawValue]
        lines.withLock { $0.append(fields.joined(separator: "\t") + "\n") }
    }

    /// Leaves the row where `Scripts/interop` looks for it.
    func keep() throws {
        let folder = URL(fileURLWithPath: Witness.root).appendingPathComponent("build/interop")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name.filter { $0.isLetter || $0.isNumber } + ".tsv")
        try Data(lines.withLock { $0.joined() }.utf8).write(to: file)
    }
}
