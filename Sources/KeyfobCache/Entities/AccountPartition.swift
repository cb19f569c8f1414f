public import KeyfobCore
import KeyfobJOSE
import Synchronization

/// All entities of one account at one moment: immutable, and the same object until its content changes.
///
/// What is derived from it, above all the ``KeyfobCore/Account`` that an app sees, is worked out once and kept.
public final class AccountPartition: Sendable {
    /// Whose entities they are, in lower case; empty for those that belong to no account.
    public let homeAccountID: String
    /// The access tokens.
    public let accessTokens: [AccessTokenEntity]
    /// The refresh tokens.
    public let refreshTokens: [RefreshTokenEntity]
    /// The id tokens.
    public let idTokens: [IDTokenEntity]
    /// The user in each tenant.
    public let accounts: [AccountEntity]
    /// What is known of clients; only in the partition of no account.
    public let appMetadata: [AppMetadataEntity]
    /// The apps' states.
    public let signInStates: [SignInStateEntity]
    /// Entities of kinds that this version does not know.
    public let unknown: [UnknownEntity]

    private let views = Mutex<[String: Account]>([:])

    /// Makes a partition of its entities, in their order.
    public init(homeAccountID: String, entities: some Sequence<CredentialEntity>) {
        var accessTokens: [AccessTokenEntity] = []
        var refreshTokens: [RefreshTokenEntity] = []
        var idTokens: [IDTokenEntity] = []
        var accounts: [AccountEntity] = []
        var appMetadata: [AppMetadataEntity] = []
        var signInStates: [SignInStateEntity] = []
        var unknown: [UnknownEntity] = []
        for entity in entities {
            switch entity {
            case .accessToken(let entity): accessTokens.append(entity)
            case .refreshToken(let entity): refreshTokens.append(entity)
            case .idToken(let entity): idTokens.append(entity)
            case .account(let entity): accounts.append(entity)
            case .appMetadata(let entity): appMetadata.append(entity)
            case .signInState(let entity): signInStates.append(entity)
            case .unknown(let entity): unknown.append(entity)
            }
        }
        self.homeAccountID = homeAccountID
        self.accessTokens = accessTokens
        self.refreshTokens = refreshTokens
        self.idTokens = idTokens
        self.accounts = accounts
        self.appMetadata = appMetadata
        self.signInStates = signInStates
        self.unknown = unknown
    }

    /// The account as one client's apps see it, with the claims of that client's id tokens; nil without a user.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable` if an id token cannot be unsealed.
    public func account(clientID: String) throws(AuthError) -> Account? {
        if let known = views.withLock({ $0[clientID] }) { return known }
        var profiles: [AccountSummary.Profile: [String: JSONValue]] = [:]
        for token in idTokens where token.clientID.isSameIdentifier(as: clientID) {
            guard let entity = accounts.first(where: { $0.realm.isSameIdentifier(as: token.realm) }) else { continue }
            let claims = try IDToken.claims(of: token.secret.reveal())
            if let claims { profiles[AccountSummary.Profile(entity)] = claims }
        }
        let account = AccountSummary(self).account { profiles[$0] }
        views.withLock { $0[clientID] = account }
        return account
    }

    /// Every entity, by kind.
    public var entities: [CredentialEntity] {
        accessTokens.map(CredentialEntity.accessToken) + refreshTokens.map(CredentialEntity.refreshToken)
            + idTokens.map(CredentialEntity.idToken) + accounts.map(CredentialEntity.account)
            + appMetadata.map(CredentialEntity.appMetadata) + signInStates.map(CredentialEntity.signInState)
            + unknown.map(CredentialEntity.unknown)
    }
}

extension IDToken {
    /// The claims of a stored token, which was validated before it was stored; nil if it is no token.
    fileprivate static func claims(of compact: String) -> [String: JSONValue]? {
        try? IDToken(decodingWithoutValidation: compact).claims
    }
}
