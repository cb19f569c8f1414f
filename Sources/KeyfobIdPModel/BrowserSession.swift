/// The accounts that are signed in in one browser, identified by the session cookie.
public struct BrowserSession: Sendable, Hashable, Codable {
    /// A signed-in account.
    public struct Account: Sendable, Hashable, Codable {
        /// The user's object id.
        public var userID: String
        /// The last authentication (Unix seconds): claim `auth_time`.
        public var authenticatedAt: Int64
        /// The user's revocation epoch at that time; a later one ends the session.
        public var epoch: Int64
        /// The session's public id for this account: claim `sid`.
        public var sessionID: String
        /// The authentication contexts that the user has met in this session.
        public var contexts: [String]?
        private var evidenceOrNil: SignInEvidence?

        /// Makes an account's entry.
        public init(
            userID: String, authenticatedAt: Int64, epoch: Int64, sessionID: String, contexts: [String]? = nil,
            evidence: SignInEvidence = .password
        ) {
            self.userID = userID
            self.authenticatedAt = authenticatedAt
            self.epoch = epoch
            self.sessionID = sessionID
            self.contexts = contexts
            self.evidence = evidence
        }

        /// The evidence of this session. A password alone is not stored, as in records from before evidence was stored.
        public var evidence: SignInEvidence {
            get { evidenceOrNil ?? .password }
            set { evidenceOrNil = newValue == .password ? nil : newValue }
        }

        private enum CodingKeys: String, CodingKey {
            case userID, authenticatedAt, epoch, sessionID, contexts
            case evidenceOrNil = "evidence"
        }
    }

    /// SHA-256 of the cookie's value: the key.
    public var idHash: [UInt8]
    /// The accounts, the most recently used first.
    public var accounts: [Account]
    /// The time (Unix seconds) at which the session ends unless it is used again.
    public var expiresAt: Int64

    /// Makes a session.
    public init(idHash: [UInt8], accounts: [Account], expiresAt: Int64) {
        self.idHash = idHash
        self.accounts = accounts
        self.expiresAt = expiresAt
    }
}
