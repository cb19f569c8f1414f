#if os(Linux)
import Dispatch

/// Calls back after a time, so that no call waits forever for an app that does not respond.
package struct DeviceTimer: Sendable {
    let now: @Sendable () -> Double
    let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void

    /// Makes a timer.
    ///
    /// - Parameters:
    ///   - now: the time, in seconds since any moment; it never goes back.
    ///   - after: calls `body` once, after so many seconds, on any thread, and never before it has returned.
    package init(
        now: @escaping @Sendable () -> Double,
        after: @escaping @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void
    ) {
        self.now = now
        self.after = after
    }

    /// The system's timer.
    package static let system = DeviceTimer(
        now: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
        after: { seconds, body in DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body) })
}
#endif
