import Foundation
import KeyfobBackport

/// The sign-in that is under way. There is one at a time, since a user looks at one page.
final class InteractiveSessions: Sendable {
    private let current = Mutex<InteractiveSession?>(nil)

    /// Makes a session the current sign-in.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42402, if there is one already.
    func begin(_ session: InteractiveSession) throws {
        let isFree = current.withLock { current in
            guard current == nil else { return false }
            current = session
            return true
        }
        guard !isFree else { return }
        throw ErrorTranslation.error(
            .internalErrorInteractiveSessionAlreadyRunning,
            "Another sign-in is under way. Wait for it, or cancel it with cancelCurrentWebAuthSession().")
    }

    /// Ends a session, so that another sign-in can begin.
    func end(_ session: InteractiveSession) {
        current.withLock { current in if current === session { current = nil } }
    }

    /// Cancels the sign-in that is under way.
    ///
    /// - Returns: whether there was one.
    func cancel() -> Bool {
        guard let session = current.withLock({ $0 }) else { return false }
        return session.cancel()
    }

    /// Delivers a redirect to the sign-in that is under way.
    ///
    /// - Returns: whether it is that sign-in's response.
    func deliver(_ redirect: String) -> Bool { current.withLock { $0 }?.deliver(redirect) ?? false }
}
