/// A moment after which waiting is over, by the clock that nobody sets.
struct BusDeadline {
    private let moment: ContinuousClock.Instant

    init(_ seconds: Double) { moment = .now + .microseconds(Int64(Self.microseconds(seconds))) }

    /// Microseconds that are left; nil if it has passed.
    var left: UInt64? {
        let rest = ContinuousClock.now.duration(to: moment)
        guard rest > .zero else { return nil }
        let (seconds, attoseconds) = rest.components
        return UInt64(clamping: seconds) * 1_000_000 + UInt64(clamping: attoseconds / 1_000_000_000_000) + 1
    }

    /// Seconds as the library counts them; at most an hour, and never 0, which would mean its own default.
    static func microseconds(_ seconds: Double) -> UInt64 {
        guard seconds > 0 else { return 1 }
        return UInt64(min(seconds, 3_600) * 1_000_000) + 1
    }
}
