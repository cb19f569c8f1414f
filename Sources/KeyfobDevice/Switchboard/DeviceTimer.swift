import Dispatch

/// Calls back after a time, so that nothing waits for ever for an app that does not answer.
public struct DeviceTimer: Sendable {
    let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void

    /// Makes a timer.
    ///
    /// - Parameter after: calls `body` once, after so many seconds, from any thread, and never before it has returned.
    public init(after: @escaping @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void) {
        self.after = after
    }

    /// The system's.
    public static let system = DeviceTimer { seconds, body in
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
