import Foundation
import Synchronization

/// The sign-in that is under way: one at a time, since a person looks at one page.
final class InteractiveSessions: Sendable {
    private let current = Mutex<InteractiveSession?>(nil)

    /// Takes the place of the one sign-in.
    ///
    /// - Returns: whether it was free.
    func begin(_ session: InteractiveSession) -> Bool {
        current.withLock { current in
            guard current == nil else { return false }
            current = session
            return true
        }
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
