/// Who is signed in in one browser: what the session cookie stands for.
public struct BrowserSession: Sendable, Hashable, Codable {
    /// One account that is signed in.
    public struct Account: Sendable, Hashable, Codable {
        /// The user's object id.
        public var userID: String
        /// When the password was last entered (Unix seconds): claim `auth_time`.
        public var authenticatedAt: Int64
        /// The user's revocation epoch at that time; a later one ends the session.
        public var epoch: Int64
        /// The session's public id for this account: claim `sid`.
        public var sessionID: String
        /// The authentication contexts that the person has met in this session.
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

        /// What was proved in this session. A password alone, as before evidence was kept, takes no room.
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
    /// The accounts, the last used first.
    public var accounts: [Account]
    /// Until when (Unix seconds) the session lives if it is not used again.
    public var expiresAt: Int64

    /// Makes a session.
    public init(idHash: [UInt8], accounts: [Account], expiresAt: Int64) {
        self.idHash = idHash
        self.accounts = accounts
        self.expiresAt = expiresAt
    }
}
