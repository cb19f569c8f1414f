import Foundation
import Synchronization

/// The sign-in that is under way: one at a time, since a person looks at one page.
final class InteractiveSessions: Sendable {
    private let current = Mutex<InteractiveSession?>(nil)

    /// Takes the place of the one sign-in.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42402, if it is taken.
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

    /// Gives the place back.
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

    /// Hands a redirect to the sign-in that is under way.
    ///
    /// - Returns: whether it is that sign-in's answer.
    func deliver(_ redirect: String) -> Bool { current.withLock { $0 }?.deliver(redirect) ?? false }
}
