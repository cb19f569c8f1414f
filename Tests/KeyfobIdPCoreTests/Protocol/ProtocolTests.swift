import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The protocol beside Entra ID")
struct ProtocolTests {
    private static let rows = Result { try ProtocolRow.all() }

    @Test("There are at least 150 rows, each different")
    func count() throws {
        let rows = try Self.rows.get()
        #expect(rows.count >= 150)
        #expect(Set(rows.map(\.id)).count == rows.count)
    }

    @Test("The response to each request is the one of the table", arguments: (try? rows.get()) ?? [])
    func row(_ row: ProtocolRow) async throws {
        var stage = try await ProtocolStage(row)
        let answer = ProtocolAnswer(try await stage.send())
        let shown = Comment(rawValue: Self.shown(answer))
        #expect(answer.response.status == row.status, shown)
        #expect(answer.place == row.place, shown)
        #expect(answer.number == row.number, shown)
        if row.place != "page" {
            #expect((answer.members["error"]?.stringValue ?? "") == row.error, shown)
            #expect(answer.members["suberror"]?.stringValue == row.suberror, shown)
        }
        if let number = row.number { Self.checkError(answer, number, row) }
        for member in row.members {
            if let difference = try await Self.difference(member, answer, &stage) {
                Issue.record("\(difference) \(shown.rawValue)")
            }
        }
    }

    /// What every error response has.
    private static func checkError(_ answer: ProtocolAnswer, _ number: Int, _ row: ProtocolRow) {
        guard row.place != "page" else { return }
        let text = answer.members["error_description"]?.stringValue ?? ""
        #expect(
            text.wholeMatch(
                of: #/AADSTS\d+: .+ Trace ID: \S+ Correlation ID: \S+ Timestamp: \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/#)
                != nil,
            "\(text)")
        if row.parameters.contains(where: { $0.name == "state" && $0.value == "the-state" }) {
            #expect(answer.members["state"] == "the-state")
        }
        guard row.place == "json" else { return }
        #expect(answer.members["error_codes"] == [.integer(number)])
        for name in ["timestamp", "trace_id", "correlation_id"] { #expect(answer.members[name] != nil, "\(name)") }
    }

    /// How a response differs from one entry of the column `members`; nil if it does not.
    private static func difference(
        _ member: Substring, _ answer: ProtocolAnswer, _ stage: inout ProtocolStage
    ) async throws -> String? {
        if member.hasPrefix("!") {
            return answer.value(String(member.dropFirst())) == nil ? nil : "\(member.dropFirst()) is present."
        }
        if let place = member.firstIndex(where: { "=~:".contains($0) }) {
            let name = String(member[..<place])
            let encoded = String(member[member.index(after: place)...])
            let wanted = try await stage.filled(PercentEncoding.decode(encoded) ?? encoded)
            if name == "only" {
                let names = Set(wanted.split(separator: ",").map(String.init))
                return Set(answer.members.keys) == names ? nil : "The members are \(answer.members.keys.sorted())."
            }
            let value = answer.value(name)
            switch member[place] {
            case "=": return text(value) == wanted ? nil : "\(name) is \(text(value) ?? "absent")."
            case "~": return text(value)?.contains(wanted) == true ? nil : "\(name) is \(text(value) ?? "absent")."
            default: return kind(value) == wanted ? nil : "\(name) is \(kind(value))."
            }
        }
        return answer.value(String(member)) == nil ? "\(member) is absent." : nil
    }

    private static func text(_ value: JSONValue?) -> String? { value.map { $0.stringValue ?? $0.text() } }

    private static func kind(_ value: JSONValue?) -> String {
        switch value {
        case .string: "string"
        case .array: "array"
        case .object: "object"
        case .bool: "bool"
        case nil, .null: "absent"
        default: value?.integerValue == nil ? "number" : "int"
        }
    }

    private static func shown(_ answer: ProtocolAnswer) -> String {
        let body = String(decoding: answer.response.body.prefix(600), as: UTF8.self)
        let place = answer.response.fields["Location"] ?? (answer.page.map { "page \($0)" } ?? body)
        return "\(answer.response.status) \(answer.number ?? 0) \(place)"
    }
}
