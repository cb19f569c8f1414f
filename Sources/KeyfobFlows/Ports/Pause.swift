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

    /// Suspends the task for so many seconds.
    public func wait(seconds: Double) async throws(AuthError) {
        do {
            try await Task.sleep(for: .seconds(max(0, seconds)))
        } catch {
            throw AuthError(
                .canceled, origin: .app, message: "The call was cancelled while it waited.",
                remedy: "Call again if the token is still wanted.", cause: error)
        }
    }
}
