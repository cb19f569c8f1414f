import KeyfobBackport
package import KeyfobCore
import KeyfobJOSE

/// The entities of one account at one moment: immutable, and the same object until they change.
///
/// Derived values, such as the ``KeyfobCore/Account`` for an app, are computed once and kept.
package final class AccountPartition: Sendable {
    /// The account, in lower case; empty for entities that belong to no account.
    package let homeAccountID: String
    /// The access tokens.
    package let accessTokens: [AccessTokenEntity]
    /// The refresh tokens.
    package let refreshTokens: [RefreshTokenEntity]
    /// The id tokens.
    package let idTokens: [IDTokenEntity]
    /// The user in each tenant.
    package let accounts: [AccountEntity]
    /// The clients' metadata; only in the partition that belongs to no account.
    package let appMetadata: [AppMetadataEntity]
    /// The apps' states.
    package let signInStates: [SignInStateEntity]
    /// Entities of unknown kinds.
    package let unknown: [UnknownEntity]

    /// The account for the last client that read it: most processes have one client.
    private let view = Mutex<(clientID: String, account: Account?)?>(nil)
    /// Whether the id token at a position is another user's, for those that were compared.
    private let others = Mutex<[Int: Bool]>([:])

    /// Makes a partition from entities, in their order.
    package convenience init(homeAccountID: String, entities: some Sequence<CredentialEntity>) {
        var sorted = AccountEntities()
        for entity in entities { sorted.add(entity) }
        self.init(homeAccountID: homeAccountID, sorted)
    }

    /// Makes a partition from entities that are sorted by kind.
    package init(homeAccountID: String, _ entities: AccountEntities) {
        self.homeAccountID = homeAccountID
        accessTokens = entities.accessTokens
        refreshTokens = entities.refreshTokens
        idTokens = entities.idTokens
        accounts = entities.accounts
        appMetadata = entities.appMetadata
        signInStates = entities.signInStates
        unknown = entities.unknown
    }

    /// The account for one client's apps, with the claims of that client's id tokens; nil if there is no user.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable` if an id token cannot be unsealed.
    package func account(clientID: String) throws(AuthError) -> Account? {
        let known = view.withLock { $0 }
        if let known, known.clientID == clientID { return known.account }
        var tokens: [(realm: String, token: Secret<String>)] = []
        for token in idTokens where token.clientID.isSameIdentifier(as: clientID) {
            // Only its claims are read: a bad token has none, and keeps neither the account from being listed nor a sign-in
            // from replacing it.
            if let secret = try token.contents.open().secret { tokens.append((token.realm, secret)) }
        }
        let profiles = accounts.map { entity in
            // The last one is the most recently written.
            let token = tokens.last { entity.realm.isSameIdentifier(as: $0.realm) }?.token
            return (AccountSummary.Profile(entity), token.map(IDToken.claims(of:)))
        }
        let account = AccountSummary.account(homeAccountID: homeAccountID, profiles: profiles)
        view.withLock { $0 = (clientID, account) }
        return account
    }

    /// Whether an id token is another user's than the account's. Other programs write a shared cache too, and its columns
    /// are not signed. Decoded once for each token.
    ///
    /// - Parameter index: the position in ``idTokens``.
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable` if the id token cannot be unsealed.
    func isOfAnotherUser(idTokenAt index: Int) throws(AuthError) -> Bool {
        if let known = others.withLock({ $0[index] }) { return known }
        let claims = try IDToken.claims(of: idTokens[index].secret)() ?? [:]
        let isOther = HomeAccountRule.relation(of: homeAccountID, to: claims) == .other
        others.withLock { $0[index] = isOther }
        return isOther
    }

    /// Every entity, by kind.
    package var entities: [CredentialEntity] {
        accessTokens.map(CredentialEntity.accessToken) + refreshTokens.map(CredentialEntity.refreshToken)
            + idTokens.map(CredentialEntity.idToken) + accounts.map(CredentialEntity.account)
            + appMetadata.map(CredentialEntity.appMetadata) + signInStates.map(CredentialEntity.signInState)
            + unknown.map(CredentialEntity.unknown)
    }
}

extension IDToken {
    /// Reads the claims of a stored token, which was validated before it was stored; nil if it is malformed.
    fileprivate static func claims(of token: Secret<String>) -> @Sendable () -> [String: JSONValue]? {
        { try? IDToken(decodingWithoutValidation: token.reveal()).claims }
    }
}
