/// A deadline on a monotonic clock.
struct BusDeadline {
    private let moment: ContinuousClock.Instant

    init(_ seconds: Double) { moment = .now + .microseconds(Int64(Self.microseconds(seconds))) }

    /// The remaining microseconds; nil if the deadline has passed.
    var left: UInt64? {
        let rest = ContinuousClock.now.duration(to: moment)
        guard rest > .zero else { return nil }
        let (seconds, attoseconds) = rest.components
        return UInt64(clamping: seconds) * 1_000_000 + UInt64(clamping: attoseconds / 1_000_000_000_000) + 1
    }

    /// Converts seconds to the library's microseconds; at most an hour, and never 0, which would mean its default.
    static func microseconds(_ seconds: Double) -> UInt64 {
        guard seconds > 0 else { return 1 }
        return UInt64(min(seconds, 3_600) * 1_000_000) + 1
    }
}
