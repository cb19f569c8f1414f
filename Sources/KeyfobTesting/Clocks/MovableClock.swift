public import Foundation
import KeyfobBackport
public import KeyfobCore

/// A clock that changes only when it is moved.
public final class MovableClock: WallClock {
    private let moment: Mutex<Date>

    /// Makes a clock that shows the given time.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_795_000_000)) { moment = Mutex(start) }

    /// The time of the clock.
    public var now: Date { moment.withLock { $0 } }

    /// Moves the clock by so many seconds, backwards if negative.
    public func advance(seconds: Double) { moment.withLock { $0 = $0.addingTimeInterval(seconds) } }

    /// Sets the clock.
    public func set(_ date: Date) { moment.withLock { $0 = date } }
}
