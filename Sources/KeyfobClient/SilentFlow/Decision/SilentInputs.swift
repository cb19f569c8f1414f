import Foundation
import KeyfobCache
import KeyfobCore

/// The inputs of ``SilentDecision``: everything that a silent call's outcome depends on, as values.
package struct SilentInputs: Sendable, Hashable {
    /// The store's state for the account and the calling app.
    package enum SignIn: String, Sendable, Hashable, CaseIterable {
        /// The store has credentials for the account.
        case known
        /// The store has nothing for the account.
        case unknown
        /// The account was removed in this app.
        case signedOut
    }

    /// The access token in the store that has the scopes.
    package enum AccessToken: String, Sendable, Hashable, CaseIterable {
        /// There is none.
        case absent
        /// It is valid.
        case valid
        /// It is valid, and the server asked to have it renewed by now (`refresh_in`).
        case refreshDue
        /// It is within the buffer before its expiry: still valid, but not returned unless the server is down.
        case expiring
        /// It is past its expiry, and within the time that the server allows for outages (`ext_expires_in`).
        case extended
        /// It can no longer be used.
        case expired
        /// It was issued in the future: the machine's clock was set back, so its expiry cannot be evaluated.
        case fromFuture
        /// It is bound to a key that the store no longer has.
        case otherKey
    }

    /// The best refresh token that the server has not refused during this call.
    package enum RefreshToken: String, Sendable, Hashable, CaseIterable {
        /// The store has not been read yet.
        case unread
        /// There is none (any more).
        case none
        /// The client's own.
        case own
        /// One of the client's family.
        case family
        /// One from ADAL's cache.
        case adal
    }

    /// Whether the server could be reached.
    package enum Network: String, Sendable, Hashable, CaseIterable {
        /// It has not been asked yet.
        case notAsked
        /// It could not be reached, or did not respond in time.
        case down
        /// It responded; see ``SilentInputs/answer``.
        case up
    }

    /// The meaning of the server's response.
    package enum Response: String, Sendable, Hashable, CaseIterable {
        /// Tokens.
        case tokens
        /// It failed, asked to wait, or another server responded in its place (a proxy's page): HTTP 429, 5xx, no
        /// OAuth.
        case outage
        /// The user is required: a session or grant that has ended, a policy, a consent.
        case interactionRequired
        /// The refresh token is permanently invalid (`bad_token`).
        case badToken
        /// The client is not in the family whose token it used (`client_mismatch`).
        case notInFamily
        /// The account no longer exists (`user_account_deleted`).
        case accountDeleted
        /// The request does not fit the registration; a sign-in does not resolve that.
        case misconfigured
        /// None: the request was not sent, because the store could not be locked or had no room for the response.
        case unsent
        /// Anything else: a response that is not accepted, declined scopes, a store that failed, a removal meanwhile.
        case other
    }

    /// The store's state for the account.
    package var signIn: SignIn
    /// The access token in the store.
    package var accessToken: AccessToken
    /// The refresh token to redeem next.
    package var refreshToken: RefreshToken
    /// Whether the call requests claims; capabilities alone do not count.
    package var hasClaims: Bool
    /// Whether the call requests a fresh token.
    package var forcesRefresh: Bool
    /// Whether the server could be reached.
    package var network: Network
    /// The server's response; nil unless ``network`` is ``Network/up``.
    package var answer: Response?
    /// Whether the response is the stored one to an equal request, and no request was sent.
    package var isRemembered: Bool
    /// Whether the app accepts tokens past their expiry while the server is down.
    package var allowsExtendedLifetime: Bool

    /// Makes inputs.
    package init(
        signIn: SignIn = .known, accessToken: AccessToken, refreshToken: RefreshToken = .unread,
        hasClaims: Bool = false, forcesRefresh: Bool = false, network: Network = .notAsked, answer: Response? = nil,
        isRemembered: Bool = false, allowsExtendedLifetime: Bool = false
    ) {
        self.signIn = signIn
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.hasClaims = hasClaims
        self.forcesRefresh = forcesRefresh
        self.network = network
        self.answer = answer
        self.isRemembered = isRemembered
        self.allowsExtendedLifetime = allowsExtendedLifetime
    }
}

/// What the store has for a silent call: the inputs of the call's decision, and the values that they were made of. The
/// call and its explanation read it by one function.
struct SilentSituation: Sendable {
    /// The authority, with the tenant resolved as far as the store can; nil if the server has to be asked for the tenant
    /// of a domain.
    var authority: Authority?
    /// When the store was read.
    let now: Date
    /// The stored token that has the scopes and, for a bound token, the key.
    var cached: CachedAccessToken?
    /// The inputs before the server is asked. The refresh tokens have not been read.
    var inputs: SilentInputs
}
