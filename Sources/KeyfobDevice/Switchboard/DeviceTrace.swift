import KeyfobDeviceProtocol

/// What happened on the device, the latest thousands of it.
struct DeviceTrace: Sendable {
    static let limit = 4000
    private var entries: [TraceEntry] = []
    private var lastNumber: Int64 = 0

    mutating func add(
        _ kind: TraceEntry.Kind, app: String? = nil, other: String? = nil, subject: String? = nil,
        outcome: String? = nil
    ) {
        lastNumber &+= 1
        entries.append(
            TraceEntry(number: lastNumber, kind: kind, app: app, other: other, subject: subject, outcome: outcome))
        if entries.count >= 2 * Self.limit { entries.removeFirst(entries.count - Self.limit) }
    }

    /// Those after a number; the rest is asked for with the last one's number.
    func after(_ number: Int64) -> [TraceEntry] { Array(entries.lazy.filter { $0.number > number }.prefix(Self.limit)) }
}
