import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import Synchronization

/// Remembers what a server said to a refresh, so that an equal one fails here with the same error and the server is left
/// alone: until its time to wait is over (`Retry-After`, RFC 9110 section 10.2.3), for a minute if it failed, or for two if
/// it wants a person or refuses the request, since asking again without a person brings the same.
///
/// Refusals are in memory and per application; a wait is also told to the other processes that use the store. A new refresh
/// token asks afresh. A person's sign-in ends the refusals, which were for want of a person; a server that is in trouble or
/// asks to wait is no better for it.
final class Throttle: Sendable {
    /// What makes two refresh requests equal.
    struct Key: Hashable, Sendable {
        let clientID: String
        let authority: Authority
        let refreshToken: Secret<String>
        let scopes: ScopeSet
        var claims: String?
        /// The key that the token is to be bound to.
        var binding: String?

        /// The request without what a server that has no time does not even look at.
        var withoutDetails: Key {
            var key = self
            key.claims = nil
            key.binding = nil
            return key
        }

        /// The request, as other processes know it: its digest, since a refresh token is part of it.
        var digest: String {
            let parts = [clientID.lowercased(), "\(authority)", refreshToken.reveal(), scopes.description]
            let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
            return Hex.encode(Digest.sha256(Array(text.utf8)))
        }
    }

    private struct Block {
        let until: Date
        let error: AuthError
        let asksToWait: Bool
    }

    /// The longest that a server's word is taken for, in seconds.
    static let cap: Double = 3600
    /// What a 429 or 5xx without `Retry-After` means, in seconds.
    static let unspecified: Double = 60
    /// How long a refusal is remembered, in seconds.
    static let refusal: Double = 120
    private static let capacity = 1000

    /// Whether a server that failed is left alone for a while although it did not ask for that.
    private let sparesFailing: Bool
    private let waits = Mutex<[Key: Block]>([:])
    private let refusals = Mutex<[Key: Block]>([:])
    private let shared: (any ServerWaits)?

    /// Makes a memory without contents.
    ///
    /// - Parameters:
    ///   - sparesFailing: whether a server that failed is left alone for a minute although it did not ask for that, as MSAL
    ///     does; ADAL does not.
    ///   - shared: where waits are told to other processes; nil tells none.
    init(sparesFailing: Bool = true, shared: (any ServerWaits)? = nil) {
        self.sparesFailing = sparesFailing
        self.shared = shared
    }

    /// The error of the last equal request, if its time has not passed; it is marked.
    func error(for key: Key, now: Date) -> AuthError? {
        Self.error(in: waits, for: key.withoutDetails, now: now) ?? sharedError(for: key, now: now)
            ?? Self.error(in: refusals, for: key, now: now)
    }

    private func sharedError(for key: Key, now: Date) -> AuthError? {
        guard let wait = shared?.wait(for: key.withoutDetails.digest) else { return nil }
        let rest = wait.until - now.timeIntervalSince1970
        guard rest > 0, rest <= Self.cap else { return nil }
        var error = AuthError(wait.code, origin: .server, message: wait.message, remedy: wait.remedy)
        error.isThrottleHit = true
        error.retryAfter = rest
        return error
    }

    private func wait(_ seconds: Double, _ error: AuthError, for key: Key, now: Date) {
        let key = key.withoutDetails
        Self.put(seconds, error, true, in: waits, for: key, now: now)
        guard error.code == .throttled || error.code == .server else { return }
        let present = now.timeIntervalSince1970
        shared?.keep(
            ServerWait(until: present + seconds, code: error.code, message: error.message, remedy: error.remedy),
            for: key.digest, now: present)
    }

    private static func error(in blocks: borrowing Mutex<[Key: Block]>, for key: Key, now: Date) -> AuthError? {
        blocks.withLock { blocks in
            guard let block = blocks[key] else { return nil }
            let rest = block.until.timeIntervalSince(now)
            // More than the cap: the clock was set back.
            guard rest > 0, rest <= Self.cap else {
                blocks[key] = nil
                return nil
            }
            var error = block.error
            error.isThrottleHit = true
            if block.asksToWait { error.retryAfter = rest }
            return error
        }
    }

    /// Remembers a failure, if it asks to wait, is the server's own (5xx) or is a refusal. That nobody was reached says
    /// nothing about the next attempt; nor does an issuer whose keys could not be had: by then a refresh token may be used
    /// up, and its successor lost, which a server that replaces them forgives for half a minute only.
    func note(_ error: AuthError, for key: Key, now: Date) {
        guard !error.isThrottleHit, !(error.cause is IssuerKeysUnavailable) else { return }
        if let asked = error.retryAfter, asked > 0 {
            wait(min(asked, Self.cap), error, for: key, now: now)
        } else if error.code == .throttled || (sparesFailing && Self.isFailure(error)) {
            wait(Self.unspecified, error, for: key, now: now)
        } else if Self.isRefusal(error) {
            Self.put(Self.refusal, error, false, in: refusals, for: key, now: now)
        }
    }

    private static func isFailure(_ error: AuthError) -> Bool {
        error.origin == .server && (500..<600).contains(error.server?.status ?? 0)
    }

    private static func isRefusal(_ error: AuthError) -> Bool {
        guard error.origin == .server, let server = error.server, !server.error.isEmpty else { return false }
        return (400..<500).contains(server.status)
    }

    private static func put(
        _ seconds: Double, _ error: AuthError, _ asksToWait: Bool, in blocks: borrowing Mutex<[Key: Block]>,
        for key: Key, now: Date
    ) {
        blocks.withLock { blocks in
            if blocks.count >= Self.capacity {
                blocks = blocks.filter { $0.value.until > now }
                if blocks.count >= Self.capacity { blocks.removeAll() }
            }
            blocks[key] = Block(until: now.addingTimeInterval(seconds), error: error, asksToWait: asksToWait)
        }
    }

    /// Forgets the refusals: a person has just signed in.
    func lift() {
        refusals.withLock { $0.removeAll() }
    }
}
