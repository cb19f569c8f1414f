import Foundation
import KeyfobCore
import Synchronization

/// Keeps a server's request to wait (`Retry-After`, RFC 9110 section 10.2.3): until then an equal refresh fails here
/// with the same error, and the server is left alone.
///
/// In memory and per application: a new refresh token, another scope or a restart asks afresh.
final class Throttle: Sendable {
    /// What makes two refresh requests equal.
    struct Key: Hashable, Sendable {
        let clientID: String
        let authority: Authority
        let refreshToken: Secret<String>
        let scopes: ScopeSet
    }

    private struct Block {
        let until: Date
        let error: AuthError
    }

    /// The longest that a server's word is taken for, in seconds.
    static let cap: Double = 3600
    /// What a 429 without `Retry-After` means, in seconds.
    static let unspecified: Double = 60
    private static let capacity = 1000

    private let blocks = Mutex<[Key: Block]>([:])

    /// The error of the last equal request, if the server's time to wait has not passed.
    func error(for key: Key, now: Date) -> AuthError? {
        blocks.withLock { blocks in
            guard let block = blocks[key] else { return nil }
            let rest = block.until.timeIntervalSince(now)
            // More than the cap: the clock was set back.
            guard rest > 0, rest <= Self.cap else {
                blocks[key] = nil
                return nil
            }
            var error = block.error
            error.retryAfter = rest
            return error
        }
    }

    /// Remembers a failure, if it asks to wait.
    func note(_ error: AuthError, for key: Key, now: Date) {
        let seconds: Double
        if let asked = error.retryAfter, asked > 0 {
            seconds = min(asked, Self.cap)
        } else if error.code == .throttled {
            seconds = Self.unspecified
        } else {
            return
        }
        blocks.withLock { blocks in
            if blocks.count >= Self.capacity {
                blocks = blocks.filter { $0.value.until > now }
                if blocks.count >= Self.capacity { blocks.removeAll() }
            }
            blocks[key] = Block(until: now.addingTimeInterval(seconds), error: error)
        }
    }

    /// Forgets everything: a person has just signed in.
    func lift() { blocks.withLock { $0.removeAll() } }
}
