package import Foundation
import KeyfobBackport
package import KeyfobCache
package import KeyfobCore
import KeyfobCrypto
import KeyfobFlows

/// Remembers the error of a refresh, so that an equal one fails with the same error and no request is sent: until the
/// time that the server asked to wait (`Retry-After`, RFC 9110 section 10.2.3), for a minute if it failed, or for two
/// if it requires the user or refuses the request, since another silent request gets the same response.
///
/// Refusals are in memory and per application; a wait is also shared with the other processes that use the store. A new
/// refresh token sends a new request. A sign-in removes the refusals, but not the waits.
package final class Throttle: Sendable {
    /// The values by which two refresh requests are equal.
    package struct Key: Hashable, Sendable {
        let clientID: String
        let authority: Authority
        let refreshToken: Secret<String>
        let scopes: ScopeSet
        var claims: String?
        /// The key that the token is bound to.
        var binding: String?

        package init(
            clientID: String, authority: Authority, refreshToken: Secret<String>, scopes: ScopeSet,
            claims: String? = nil, binding: String? = nil
        ) {
            self.clientID = clientID
            self.authority = authority
            self.refreshToken = refreshToken
            self.scopes = scopes
            self.claims = claims
            self.binding = binding
        }

        /// The request without the details that do not matter to a server that asks to wait.
        var withoutDetails: Key {
            var key = self
            key.claims = nil
            key.binding = nil
            return key
        }

        /// The request's key for other processes: a digest, since the request contains a refresh token.
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

    /// The longest time that a server can ask to wait, in seconds.
    static let cap: Double = 3600
    /// The wait after a 429 or 5xx without `Retry-After`, in seconds.
    static let unspecified: Double = 60
    /// How long a refusal is remembered, in seconds.
    static let refusal: Double = 120
    private static let capacity = 1000

    /// Whether a server that failed gets no requests for a while although it did not ask for that.
    private let sparesFailing: Bool
    private let waits = Mutex<[Key: Block]>([:])
    private let refusals = Mutex<[Key: Block]>([:])
    private let shared: (any ServerWaits)?

    /// Makes an empty throttle.
    ///
    /// - Parameters:
    ///   - sparesFailing: whether a server that failed gets no requests for a minute although it did not ask for that,
    ///     as in MSAL; not in ADAL.
    ///   - shared: shares waits with other processes; nil does not.
    package init(sparesFailing: Bool = true, shared: (any ServerWaits)? = nil) {
        self.sparesFailing = sparesFailing
        self.shared = shared
    }

    /// The error of the last equal request, if its time has not passed, with `isThrottleHit` set.
    package func error(for key: Key, now: Date) -> AuthError? {
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

    /// Remembers an error if it asks to wait, is a failure of the server (5xx) or is a refusal. A server that was not
    /// reached may be reached by the next attempt. An issuer whose keys could not be fetched is not remembered either:
    /// the refresh token may be used up and its successor lost, and a server that rotates tokens accepts the old one
    /// for half a minute only.
    package func note(_ error: AuthError, for key: Key, now: Date) {
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

    /// Removes the refusals, after a sign-in.
    package func lift() {
        refusals.withLock { $0.removeAll() }
    }
}
