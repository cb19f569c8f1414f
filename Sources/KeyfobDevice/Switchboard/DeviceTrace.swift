import KeyfobCore
import KeyfobDeviceProtocol

/// What happened on the device, the latest thousands of it.
struct DeviceTrace: Sendable {
    static let limit = 2000
    /// How much of what an app said is kept, in bytes.
    private static let textLimit = 200
    /// How many bytes of entries are told at once.
    private static let pageBytes = 1 << 19
    private var entries: [TraceEntry] = []
    private var lastNumber: Int64 = 0
    /// Who waits for the next entry.
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

    /// Calls back with what happened after a number, at once or with the next entry.
    mutating func next(after number: Int64, _ answer: @escaping @Sendable ([TraceEntry]) -> Void) {
        let known = after(number)
        if known.isEmpty { waiting.append(answer) } else { answer(known) }
    }

    /// By bytes: one character may have any number of them.
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

    /// Those after a number, as many as are told at once; the rest is asked for with the last one's number.
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
