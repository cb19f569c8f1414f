import Foundation
import KeyfobCore
import Testing

/// One row of `Tests/Vectors/protocol.tsv`: a request, and what Entra ID responds to it.
struct ProtocolRow: Sendable, CustomTestStringConvertible {
    /// `GROUP/NAME`
    let id: String
    let method: String
    /// The path and query, with placeholders.
    let path: String
    /// The parameters with placeholders, in the order of the file; a name that begins with `@` is a header field.
    let parameters: [(name: String, value: String)]
    /// What happened before the request.
    let given: [Substring]
    let isStrict: Bool
    let status: Int
    /// `json`, `page`, `redirect`, `fragment`, `form` or `text`: in what the response is.
    let place: String
    /// Empty for a success.
    let error: String
    let number: Int?
    let suberror: String?
    /// What else the response has: see the head of the file.
    let members: [Substring]

    var testDescription: String { id }

    /// The rows of the file.
    ///
    /// - Throws: ``Malformed``, or the error of reading the file.
    static func all() throws -> [ProtocolRow] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Vectors/protocol.tsv")
        var bases: [Substring: [Substring]] = [:]
        var rows: [ProtocolRow] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            if line.hasPrefix("@") {
                guard cells.count == 4 else { throw Malformed(line: String(line)) }
                bases[cells[0].dropFirst()] = Array(cells.dropFirst())
                continue
            }
            guard cells.count == 13, let base = bases[cells[1]], let row = ProtocolRow(cells, base) else {
                throw Malformed(line: String(line))
            }
            rows.append(row)
        }
        return rows
    }

    /// A line that is no row.
    struct Malformed: Error { let line: String }

    private init?(_ cells: [Substring], _ base: [Substring]) {
        guard let status = Int(cells[6]) else { return nil }
        id = String(cells[0])
        method = String(base[0])
        path = String(cells[2].isEmpty ? base[1] : cells[2])
        var parameters = Self.pairs(base[2])
        for change in Self.pairs(cells[3]) {
            if change.name.hasPrefix("-") {
                parameters.removeAll { $0.name == change.name.dropFirst() }
            } else if change.name.hasPrefix("+") {
                parameters.append((String(change.name.dropFirst()), change.value))
            } else if let index = parameters.firstIndex(where: { $0.name == change.name }) {
                parameters[index].value = change.value
            } else {
                parameters.append(change)
            }
        }
        self.parameters = parameters
        given = cells[4].split(separator: " ")
        isStrict = cells[5] == "strict"
        self.status = status
        place = String(cells[7])
        error = String(cells[8])
        number = Int(cells[9])
        suberror = cells[10].isEmpty ? nil : String(cells[10])
        members = cells[11].split(separator: " ")
    }

    /// `a=b&c=d`, where `%26` stands for `&` and so on.
    private static func pairs(_ text: Substring) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (halves[0], halves.count > 1 ? PercentEncoding.decode(halves[1]) ?? halves[1] : "")
        }
    }
}
