public import KeyfobCore

/// The wait between the polls of the device code flow, replaceable in tests.
public protocol Pause: Sendable {
    /// Waits.
    ///
    /// - Throws: ``AuthError`` with code `canceled` if the task is cancelled meanwhile.
    func wait(seconds: Double) async throws(AuthError)
}

/// A pause that waits in real time.
public struct SystemPause: Pause {
    /// Makes the system's pause.
    public init() {}

    /// Suspends the task for a number of seconds, a year at most; NaN does not wait.
    public func wait(seconds: Double) async throws(AuthError) {
        do {
            try await Task.sleep(for: .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 31_536_000)))
        } catch {
            throw AuthError(
                .canceled, origin: .app, message: "The call was cancelled while it waited.",
                remedy: "Call again if the token is still needed.", cause: error)
        }
    }
}
