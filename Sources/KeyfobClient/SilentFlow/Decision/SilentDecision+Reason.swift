extension SilentDecision {
    /// One fact that a decision is based on.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The account was removed in this app.
        case signedOut
        /// The store has nothing for the account.
        case accountUnknown
        /// The call requests a fresh token.
        case forced
        /// The call requests claims.
        case claims
        /// The stored token is valid.
        case valid
        /// The stored token is valid, and due to be renewed.
        case refreshDue
        /// No stored token has the scopes.
        case absent
        /// The stored token is about to expire.
        case expiring
        /// The stored token is past its expiry, within the time allowed for outages.
        case extended
        /// The stored token has expired.
        case expired
        /// The stored token was issued in the future.
        case fromFuture
        /// The stored token is bound to another key.
        case otherKey
        /// There is no refresh token (left).
        case noRefreshToken
        /// The client's own refresh token is next.
        case ownRefreshToken
        /// The family's refresh token is next.
        case familyRefreshToken
        /// ADAL's refresh token is next.
        case adalRefreshToken
        /// The server could not be reached.
        case networkDown
        /// The server returned tokens.
        case tokens
        /// The server failed or asked to wait.
        case outage
        /// The server requires the user.
        case interactionRequired
        /// The server refused the refresh token for good.
        case badToken
        /// The server returned that the client is not in the family.
        case notInFamily
        /// The server returned that the account no longer exists.
        case accountDeleted
        /// The server returned that the request does not fit the registration.
        case misconfigured
        /// The response was not accepted, or another error occurred.
        case other
        /// The response is the stored one to an equal request.
        case remembered
        /// The stored token is still valid.
        case stillGood
        /// The stored token may be used past its expiry.
        case extendedLifetime

        /// The reason as a sentence.
        public var sentence: String {
            switch self {
            case .signedOut: "The account was removed in this app."
            case .accountUnknown: "The store has nothing for this account."
            case .forced: "A fresh token was requested."
            case .claims: "Claims were requested, which the stored token was issued without."
            case .valid: "The stored token has the scopes and is valid."
            case .refreshDue: "The stored token is valid, and due to be renewed by the server's refresh_in."
            case .absent: "No stored token of this client and tenant has the scopes."
            case .expiring: "The stored token expires within the buffer."
            case .extended: "The stored token has expired; the server allows its use in an outage."
            case .expired: "The stored token has expired."
            case .fromFuture: "The stored token was issued in the future: the clock was set back."
            case .otherKey: "The stored token is bound to a key that the store does not have."
            case .noRefreshToken: "There is no refresh token (left) that this client may redeem."
            case .ownRefreshToken: "The client has a refresh token of its own."
            case .familyRefreshToken: "The client's family has a refresh token."
            case .adalRefreshToken: "ADAL's cache has a refresh token."
            case .networkDown: "The server cannot be reached."
            case .tokens: "The server returned tokens."
            case .outage: "The server failed or asked to wait."
            case .interactionRequired: "The server requires the user to sign in."
            case .badToken: "The server has refused the refresh token for good."
            case .notInFamily: "The client is not in the family whose token it used."
            case .accountDeleted: "The account no longer exists."
            case .misconfigured: "The request does not fit the app's registration."
            case .other: "The response was not accepted, or the call failed otherwise."
            case .remembered: "This is the stored response to an equal request shortly before; no request was sent."
            case .stillGood: "The stored token is still valid."
            case .extendedLifetime: "The app allows the use of the stored token past its expiry."
            }
        }

        init(_ token: SilentInputs.AccessToken) {
            self =
                switch token {
                case .absent: .absent
                case .valid: .valid
                case .refreshDue: .refreshDue
                case .expiring: .expiring
                case .extended: .extended
                case .expired: .expired
                case .fromFuture: .fromFuture
                case .otherKey: .otherKey
                }
        }

        /// nil if the store has not been read.
        init?(_ token: SilentInputs.RefreshToken) {
            switch token {
            case .unread: return nil
            case .none: self = .noRefreshToken
            case .own: self = .ownRefreshToken
            case .family: self = .familyRefreshToken
            case .adal: self = .adalRefreshToken
            }
        }

        init(_ inputs: SilentInputs) {
            guard inputs.network == .up else {
                self = .networkDown
                return
            }
            self =
                switch inputs.answer {
                case .tokens: .tokens
                case .outage: .outage
                case .interactionRequired: .interactionRequired
                case .badToken: .badToken
                case .notInFamily: .notInFamily
                case .accountDeleted: .accountDeleted
                case .misconfigured: .misconfigured
                case .unsent, .other, nil: .other
                }
        }
    }
}
