public import Foundation

/// The source of the current time.
///
/// Nothing in Keyfob calls `Date()` directly: the expiry of a token, the age of a code and the lifetime of a session
/// use an injected clock, so that a test moves time instead of waiting.
public protocol WallClock: Sendable {
    /// The current time.
    var now: Date { get }
}

/// The operating system's clock.
public struct SystemClock: WallClock {
    /// Makes the system's clock.
    public init() {}
    /// The system's current time.
    public var now: Date { Date() }
}

extension WallClock {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down, as in every wire format used here.
    public var unixSeconds: Int64 { now.unixSeconds }
}

extension Date {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; clamped to the range of `Int64`.
    package var unixSeconds: Int64 { Int64(clamping: timeIntervalSince1970) }

    /// Makes the date that many seconds after 1970-01-01T00:00:00Z.
    package init(unixSeconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(unixSeconds)) }
}

extension Int64 {
    /// Rounds a floating-point number down; gives the nearest bound if it is out of range, 0 for NaN.
    package init(clamping value: Double) {
        let floor = value.rounded(.down)
        if floor.isNaN {
            self = 0
        } else if floor >= 9.2e18 {
            self = .max
        } else if floor <= -9.2e18 {
            self = .min
        } else {
            self = Int64(floor)
        }
    }
}
