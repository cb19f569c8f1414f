/// Everything that a silent call's outcome depends on, as values: what ``SilentDecision`` decides by.
public struct SilentInputs: Sendable, Hashable {
    /// What the store knows of the account and the asking app.
    public enum SignIn: String, Sendable, Hashable, CaseIterable {
        /// The store has credentials of the account.
        case known
        /// The store has nothing of the account.
        case unknown
        /// The account was removed in this app.
        case signedOut
    }

    /// The access token in the store that has the scopes.
    public enum AccessToken: String, Sendable, Hashable, CaseIterable {
        /// There is none.
        case absent
        /// It is valid.
        case valid
        /// It is valid, and the server asked to have it renewed by now (`refresh_in`).
        case refreshDue
        /// It is within the buffer before its expiry: still good, but not handed out without need.
        case expiring
        /// It is past its expiry, and within the time that the server allows for outages (`ext_expires_in`).
        case extended
        /// It is of no use any more.
        case expired
        /// It was got in the future: the machine's clock was set back, and nothing can be said of its expiry.
        case fromFuture
        /// It is bound to a key that the store has no longer.
        case otherKey
    }

    /// The best refresh token that the server has not refused during this call.
    public enum RefreshToken: String, Sendable, Hashable, CaseIterable {
        /// Nobody has looked yet.
        case unread
        /// There is none (any more).
        case none
        /// The client's own.
        case own
        /// One of the client's family.
        case family
        /// One of ADAL's cache.
        case legacy
    }

    /// Whether the server could be asked.
    public enum Network: String, Sendable, Hashable, CaseIterable {
        /// It has not been asked yet.
        case notAsked
        /// It could not be reached, or did not answer in time.
        case down
        /// It answered; see ``SilentInputs/answer``.
        case up
    }

    /// What the server said.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// Tokens.
        case tokens
        /// It failed, asked to wait, or something else answered in its place (a proxy's page): HTTP 429, 5xx, no OAuth.
        case outage
        /// A person is needed: a session or grant that is over, a policy, a consent.
        case needsPerson
        /// The refresh token is bad for good (`bad_token`).
        case badToken
        /// The client is not in the family whose token it tried (`client_mismatch`).
        case notInFamily
        /// The account no longer exists (`user_account_deleted`).
        case accountDeleted
        /// The request does not fit the registration; no sign-in mends that.
        case misconfigured
        /// Anything else: an answer that is not accepted, declined scopes, a store that failed, a removal meanwhile.
        case other
    }

    /// What the store knows of the account.
    public var signIn: SignIn
    /// The access token in the store.
    public var accessToken: AccessToken
    /// The refresh token to spend next.
    public var refreshToken: RefreshToken
    /// Whether the call asks for claims; capabilities alone are none.
    public var hasClaims: Bool
    /// Whether the call asks for a fresh token.
    public var forcesRefresh: Bool
    /// Whether the server could be asked.
    public var network: Network
    /// What it said; nil unless ``network`` is ``Network/up``.
    public var answer: Answer?
    /// Whether the answer is the remembered one to an equal request, and the server was not asked again.
    public var isRemembered: Bool
    /// Whether the app wants tokens past their expiry while the server is down.
    public var allowsExtendedLifetime: Bool

    /// Makes inputs.
    public init(
        signIn: SignIn = .known, accessToken: AccessToken, refreshToken: RefreshToken = .unread,
        hasClaims: Bool = false, forcesRefresh: Bool = false, network: Network = .notAsked, answer: Answer? = nil,
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
