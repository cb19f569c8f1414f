package import KeyfobCore

/// The rules of the credential cache, as pure functions over entities: the tokens for a request, the entities of a
/// response, the accounts of an app, and the removal of accounts.
package enum CredentialRules {}

extension CredentialRules {
    /// The access token for a query; nil if there is none, if the account was removed in the requesting app, or if the id
    /// token beside it is another user's.
    ///
    /// If several match, since other writers of a shared cache leave overlapping tokens, returns the newest valid one,
    /// or else the longest-lived; of equals the last.
    ///
    /// A token matches if client, tenant, environment (or an alias) and type are the same and its scopes include the
    /// requested ones, of which `email` is ignored if there are others and the provider grants it without naming it; a token with a claims request matches no query.
    /// Expired tokens are returned as such, because they may be used during an outage.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable` if the token cannot be unsealed.
    package static func accessToken(
        in partition: AccountPartition, _ query: AccessTokenQuery
    ) throws(AuthError) -> CachedAccessToken? {
        let state = signInState(in: partition, clientID: query.clientID, app: query.app)
        guard state != .signedOut else { return nil }
        let realm = query.realm ?? AccountSummary.homeTenant(of: partition.homeAccountID)
        let environments = query.aliases ?? Cloud.containing(query.environment).aliases
        let scopes = query.impliesEmail ? query.scopes.deciding : query.scopes
        let tokens = partition.accessTokens
        // The position of the best token: an entity is not copied for each comparison.
        var best: Int?
        for (index, token) in tokens.enumerated()
        where token.clientID.isSameIdentifier(as: query.clientID) && token.realm.isSameIdentifier(as: realm)
            && token.requestedClaims == nil && token.tokenType.isSameIdentifier(as: query.tokenType)
            && scopes.isSubset(of: token.scopes) && environments.contains(token.environment)
        {
            // A bound token is useless without its key; bearer tokens do not have to be unsealed here.
            if let keyID = query.keyID, try token.keyID != keyID { continue }
            if best.map({ isPreferred(token, to: tokens[$0], query) }) ?? true { best = index }
        }
        guard let best, let account = try partition.account(clientID: query.clientID) else { return nil }
        let place = partition.idTokens.firstIndex {
            $0.clientID.isSameIdentifier(as: query.clientID) && $0.realm.isSameIdentifier(as: realm)
                && environments.contains($0.environment)
        }
        if let place, try partition.isOfAnotherUser(idTokenAt: place) { return nil }
        let idToken = place.map { partition.idTokens[$0] }
        let token = tokens[best]
        return CachedAccessToken(
            entity: token, secret: try token.secret, idToken: try idToken?.secret, account: account,
            validity: validity(of: token, now: query.now, buffer: query.buffer), isAppSignedIn: state == .signedIn)
    }

    private static func isPreferred(
        _ token: AccessTokenEntity, to other: AccessTokenEntity, _ query: AccessTokenQuery
    ) -> Bool {
        let isValid = validity(of: token, now: query.now, buffer: query.buffer) != .expired
        let isOtherValid = validity(of: other, now: query.now, buffer: query.buffer) != .expired
        guard isValid == isOtherValid else { return isValid }
        return isValid ? token.cachedAt >= other.cachedAt : token.expiresOn >= other.expiresOn
    }

    /// The validity of a token: one from the future (the clock was set back) counts as expired.
    static func validity(of token: AccessTokenEntity, now: Int64, buffer: Int64) -> CachedAccessToken.Validity {
        let (deadline, overflow) = now.addingReportingOverflow(buffer)
        guard !overflow, token.expiresOn >= deadline, token.cachedAt <= now else { return .expired }
        if let refreshOn = token.refreshOn, refreshOn <= now { return .refreshDue }
        return .valid
    }
}
