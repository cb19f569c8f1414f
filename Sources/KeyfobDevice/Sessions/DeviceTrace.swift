#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// The latest thousands of events on the device.
struct DeviceTrace: Sendable {
    static let limit = 2000
    /// How much of a text from an app is stored, in bytes.
    private static let textLimit = 200
    /// How many bytes of entries are returned at once.
    private static let pageBytes = 1 << 19
    private var entries: [TraceEntry] = []
    private var lastNumber: Int64 = 0
    /// The callbacks that wait for the next entry.
    private var waiting: [@Sendable ([TraceEntry]) -> Void] = []

    mutating func add(
        _ kind: TraceEntry.Kind, app: String? = nil, other: String? = nil, subject: String? = nil,
        outcome: String? = nil
    ) {
        lastNumber &+= 1
        entries.append(
            TraceEntry(
                number: lastNumber, kind: kind, app: app, other: other, subject: Self.cut(subject),
                outcome: Self.cut(outcome)))
        if entries.count >= 2 * Self.limit { entries.removeFirst(entries.count - Self.limit) }
        guard !waiting.isEmpty else { return }
        for answer in waiting { answer(after(lastNumber &- 1)) }
        waiting = []
    }

    /// Calls back with the entries after a number, at once or with the next entry.
    mutating func next(after number: Int64, _ answer: @escaping @Sendable ([TraceEntry]) -> Void) {
        let known = after(number)
        if known.isEmpty { waiting.append(answer) } else { answer(known) }
    }

    /// By bytes: a character may have any number of them.
    private static func cut(_ text: String?) -> String? {
        guard let text, text.utf8.count > textLimit else { return text }
        var kept = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= textLimit else { break }
            kept.append(scalar)
        }
        return String(kept)
    }

    /// Returns the entries after a number, as many as fit in a page; the next page begins after the last one's number.
    func after(_ number: Int64) -> [TraceEntry] {
        var page: [TraceEntry] = []
        var size = 2
        for entry in entries.lazy.filter({ $0.number > number }).prefix(Self.limit) {
            size += entry.json.bytes().count + 1
            guard size <= Self.pageBytes else { break }
            page.append(entry)
        }
        return page
    }
}
#endif
