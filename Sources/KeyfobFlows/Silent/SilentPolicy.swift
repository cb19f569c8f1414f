/// The rules of a silent call in which MSAL, ADAL and the broker differ, as values. Each keeps its own, because apps
/// were written against it (decision 0018).
package struct SilentPolicy: Sendable {
    /// What happens to a stored token that is still valid once the server's `refresh_in` has passed.
    package enum Renewal: Sendable {
        /// It is returned, and renewed in the background.
        case inBackground
        /// It is renewed before the call returns, which gets it only if the server is down.
        case first
        /// It is returned until it expires.
        case never
    }

    /// Which errors of the server are remembered, so that an equal request fails with them and is not sent.
    package enum Memory: Sendable {
        /// None.
        case none
        /// Refusals, and those for which the server asked to wait.
        case requested
        /// These, and for a minute those of a server that failed and did not ask for that.
        case failures
    }

    /// The severity of a message in the log.
    package enum LogLevel: Sendable {
        case info
        case verbose
    }

    /// When a stored token that is still valid is renewed.
    package let renewal: Renewal
    /// The errors that are remembered.
    package let memory: Memory
    /// The severity of the message that a refresh failed; nil if there is none.
    package let failureLevel: LogLevel?
    /// The meaning of a response without tokens.
    package let decision: @Sendable (SilentRefusal) -> RefusalDecision

    package init(
        renewal: Renewal, memory: Memory, failureLevel: LogLevel?,
        decision: @escaping @Sendable (SilentRefusal) -> RefusalDecision
    ) {
        self.renewal = renewal
        self.memory = memory
        self.failureLevel = failureLevel
        self.decision = decision
    }
}
