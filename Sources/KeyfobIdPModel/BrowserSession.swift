/// The accounts that are signed in in one browser, identified by the session cookie.
package struct BrowserSession: Sendable, Hashable, Codable {
    /// The largest number of accounts; the one that was used least recently leaves.
    package static let most = 20

    /// A signed-in account.
    package struct Account: Sendable, Hashable, Codable {
        /// The user's object id.
        package var userID: String
        /// The last authentication (Unix seconds): claim `auth_time`.
        package var authenticatedAt: Int64
        /// The user's revocation epoch at that time; a later one ends the session.
        package var epoch: Int64
        /// The session's public id for this account: claim `sid`.
        package var sessionID: String
        /// The authentication contexts that the user has met in this session.
        package var contexts: [String]?
        /// The services that the user has signed in to by SAML, the latest last.
        package var participants: [SAMLParticipant]?
        /// The clients with a logout URL that the user has signed in to by OpenID Connect, the latest last.
        package var openIDParticipants: [OpenIDParticipant]?
        private var evidenceOrNil: SignInEvidence?

        /// Makes an account's entry.
        package init(
            userID: String, authenticatedAt: Int64, epoch: Int64, sessionID: String, contexts: [String]? = nil,
            evidence: SignInEvidence
        ) {
            self.userID = userID
            self.authenticatedAt = authenticatedAt
            self.epoch = epoch
            self.sessionID = sessionID
            self.contexts = contexts
            self.evidence = evidence
        }

        /// The evidence of this session. A password alone is not stored, as in records from before evidence was stored.
        package var evidence: SignInEvidence {
            get { evidenceOrNil ?? .password }
            set { evidenceOrNil = newValue == .password ? nil : newValue }
        }

        private enum CodingKeys: String, CodingKey {
            case userID, authenticatedAt, epoch, sessionID, contexts, participants, openIDParticipants
            case evidenceOrNil = "evidence"
        }
    }

    /// SHA-256 of the cookie's value: the key.
    package var idHash: [UInt8]
    /// The accounts, the most recently used first.
    package var accounts: [Account]
    /// The time (Unix seconds) at which the session ends unless it is used again.
    package var expiresAt: Int64
    /// Whether the browser keeps the session when it closes; nil means that it does not.
    package var isPersistent: Bool?

    /// Makes a session.
    package init(idHash: [UInt8], accounts: [Account], expiresAt: Int64, isPersistent: Bool? = nil) {
        self.idHash = idHash
        self.accounts = accounts
        self.expiresAt = expiresAt
        self.isPersistent = isPersistent
    }
}
