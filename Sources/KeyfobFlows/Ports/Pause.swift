public import KeyfobCore

/// The port for waiting between the polls of the device code flow, so that a test need not wait.
public protocol Pause: Sendable {
    /// Waits.
    ///
    /// - Throws: ``AuthError`` with code `canceled` if the task is cancelled meanwhile.
    func wait(seconds: Double) async throws(AuthError)
}

/// Really waits.
public struct SystemPause: Pause {
    /// Makes a pause that really waits.
    public init() {}

    /// Suspends the task for so many seconds; for a year at most, and not at all for what is no number.
    public func wait(seconds: Double) async throws(AuthError) {
        do {
            try await Task.sleep(for: .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 31_536_000)))
        } catch {
            throw AuthError(
                .canceled, origin: .app, message: "The call was cancelled while it waited.",
                remedy: "Call again if the token is still wanted.", cause: error)
        }
    }
}
