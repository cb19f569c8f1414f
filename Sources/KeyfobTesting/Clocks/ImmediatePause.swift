import KeyfobBackport
public import KeyfobCore
public import KeyfobFlows

/// A pause that does not wait: it moves a clock instead, and records the requested seconds.
public final class ImmediatePause: Pause {
    private let clock: MovableClock?
    private let requests = Mutex<[Double]>([])

    /// Makes a pause.
    ///
    /// - Parameter clock: The clock that each pause advances by its seconds; nil for none.
    public init(moving clock: MovableClock? = nil) { self.clock = clock }

    /// The seconds of each pause so far.
    public var waited: [Double] { requests.withLock { $0 } }

    /// Returns at once, unless the task is cancelled.
    public func wait(seconds: Double) async throws(AuthError) {
        guard !Task.isCancelled else {
            throw AuthError(.canceled, origin: .app, message: "The call was cancelled while it waited.")
        }
        requests.withLock { $0.append(seconds) }
        clock?.advance(seconds: seconds)
        await Task.yield()
    }
}
