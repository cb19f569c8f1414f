extension SilentDecision {
    /// One fact that a decision rests on.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The account was removed in this app.
        case signedOut
        /// The store has nothing of the account.
        case accountUnknown
        /// The call asks for a fresh token.
        case forced
        /// The call asks for claims.
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
        /// The stored token was got in the future.
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
        case legacyRefreshToken
        /// The server could not be reached.
        case networkDown
        /// The server gave tokens.
        case tokens
        /// The server failed or asked to wait.
        case outage
        /// The server wants a person.
        case needsPerson
        /// The server refused the refresh token for good.
        case badToken
        /// The server says that the client is not in the family.
        case notInFamily
        /// The server says that the account no longer exists.
        case accountDeleted
        /// The server says that the request does not fit the registration.
        case misconfigured
        /// The answer was not accepted, or something else failed.
        case other
        /// The answer is the remembered one to an equal request.
        case remembered
        /// The stored token is still good.
        case stillGood
        /// The stored token may serve past its expiry.
        case extendedLifetime

        /// The reason in a sentence.
        public var sentence: String {
            switch self {
            case .signedOut: "The account was removed in this app."
            case .accountUnknown: "The store has nothing of this account."
            case .forced: "A fresh token was asked for."
            case .claims: "Claims were asked for, which the stored token was not got with."
            case .valid: "The stored token has the scopes and is valid."
            case .refreshDue: "The stored token is valid, and the server asked to have it renewed by now."
            case .absent: "No stored token of this client and tenant has the scopes."
            case .expiring: "The stored token expires within the buffer."
            case .extended: "The stored token has expired; the server allows its use in an outage."
            case .expired: "The stored token has expired."
            case .fromFuture: "The stored token was got in the future: the clock was set back."
            case .otherKey: "The stored token is bound to a key that the store does not have."
            case .noRefreshToken: "There is no refresh token (left) that this client may spend."
            case .ownRefreshToken: "The client has a refresh token of its own."
            case .familyRefreshToken: "The client's family has a refresh token."
            case .legacyRefreshToken: "ADAL's cache has a refresh token."
            case .networkDown: "The server cannot be reached."
            case .tokens: "The server gave tokens."
            case .outage: "The server failed or asked to wait."
            case .needsPerson: "The server wants the person."
            case .badToken: "The server has refused the refresh token for good."
            case .notInFamily: "The client is not in the family whose token it tried."
            case .accountDeleted: "The account no longer exists."
            case .misconfigured: "The request does not fit the app's registration."
            case .other: "The answer was not accepted, or the call failed otherwise."
            case .remembered: "That is the answer to an equal request shortly before; the server was not asked again."
            case .stillGood: "The stored token is still good."
            case .extendedLifetime: "The app allows the stored token past its expiry."
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

        /// nil where nobody has looked.
        init?(_ token: SilentInputs.RefreshToken) {
            switch token {
            case .unread: return nil
            case .none: self = .noRefreshToken
            case .own: self = .ownRefreshToken
            case .family: self = .familyRefreshToken
            case .legacy: self = .legacyRefreshToken
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
                case .needsPerson: .needsPerson
                case .badToken: .badToken
                case .notInFamily: .notInFamily
                case .accountDeleted: .accountDeleted
                case .misconfigured: .misconfigured
                case .other, nil: .other
                }
        }
    }
}
