import KeyfobDeviceProtocol

/// What happened on the device, the latest thousands of it.
struct DeviceTrace: Sendable {
    static let limit = 2000
    /// How much of what an app said is kept.
    private static let textLimit = 200
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

    private static func cut(_ text: String?) -> String? { text.map { String($0.prefix(textLimit)) } }

    /// Those after a number; the rest is asked for with the last one's number.
    func after(_ number: Int64) -> [TraceEntry] { Array(entries.lazy.filter { $0.number > number }.prefix(Self.limit)) }
}
