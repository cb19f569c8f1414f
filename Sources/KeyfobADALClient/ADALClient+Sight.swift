import KeyfobCache
import KeyfobClient
import KeyfobCore

extension ADALClient {
    /// Looks up a request in both caches.
    ///
    /// - Throws: `ambiguousAccount` if no user was named and several are signed in; `storeLocked`; the store's errors.
    func look(_ request: ADALRequest) throws(AuthError) -> ADALCacheSnapshot {
        let metadata = try environment.store.appMetadata(
            clientID: request.clientID, environment: request.authority.environment)
        let own = try self.items(ADALCacheQuery(clientIDs: [request.clientID]))
        // The family of the token that would be redeemed takes precedence over the family in the client's metadata.
        let family = own.lazy.compactMap(\.familyID).first { !$0.isEmpty } ?? ADALCacheRules.family(metadata)
        let shared = try family.map { family throws(AuthError) in
            try self.items(ADALCacheQuery(clientIDs: [ADALCacheKey.familyClientID(family)]))
        }
        let items = own + (shared ?? [])
        let hidden = try CredentialRules.hiddenAccounts(
            in: environment.store, clientID: request.clientID, app: request.appIdentifier)
        let account = try account(request, items, family: family, hidden: hidden)
        let ladder = ADALCacheLookup(
            authority: request.authority, clientID: request.clientID, resource: request.resource, family: family,
            user: request.user, account: account, hidden: hidden)
        var tokens = ladder.refreshTokens(in: items).compactMap { RefreshTokenCandidate($0) }
        if let stored = try storedToken(of: account, request, metadata: metadata),
            !tokens.contains(where: { $0.secret == stored.secret })
        {
            tokens.append(stored)
        }
        return ADALCacheSnapshot(
            items: items, ladder: ladder, account: account, accessToken: ladder.accessToken(in: items),
            refreshTokens: tokens, family: metadata?.familyID)
    }

    /// ADAL's items; empty if its cache is damaged or not accessible, since the store may still have a token.
    ///
    /// - Throws: `storeLocked`, which is temporary.
    func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        do throws(AuthError) {
            return try cache.items(query)
        } catch {
            guard error.code != .storeLocked else { throw error }
            log(.verbose, "ADAL's cache could not be read: \(euii: error.message)")
            return []
        }
    }

    /// The accounts that the client can get tokens for in the authority's cloud, by either cache.
    private func accounts(
        _ request: ADALRequest, _ items: [ADALCacheItem], family: String?, hidden: [AccountSummary]
    ) throws(AuthError) -> [Account] {
        let listed = try CredentialRules.accounts(
            in: environment.store, clientID: request.clientID, app: request.appIdentifier)
        return ADALCacheRules.accounts(
            merging: listed, with: items, clientIDs: ADALCacheRules.clientIDs(request.clientID, family: family),
            hidden: hidden
        ).filter { request.authority.cloud.aliases.contains($0.environment.lowercased()) }
    }

    /// The account of the request: the named one, or the only one. Accounts that the client itself has signed in take
    /// precedence over those of its family.
    private func account(
        _ request: ADALRequest, _ items: [ADALCacheItem], family: String?, hidden: [AccountSummary]
    ) throws(AuthError) -> Account? {
        let all = try accounts(request, items, family: family, hidden: hidden)
        if let user = request.user { return all.first(where: user.matches) }
        guard all.count > 1 else { return all.first }
        var own: [Account] = []
        for account in all where try isOwn(account, request.clientID, items) { own.append(account) }
        let candidates = own.isEmpty ? all : own
        guard candidates.count == 1 else {
            throw AuthError(
                .ambiguousAccount, origin: .app, message: "No user was named, and several are signed in.",
                remedy: "Pass the userId of the user whose token is requested.", cause: ADALClientError.severalUsers)
        }
        return candidates.first
    }

    private func isOwn(_ account: Account, _ clientID: String, _ items: [ADALCacheItem]) throws(AuthError) -> Bool {
        let query = ADALCacheQuery(clientIDs: [clientID])
        if ADALCacheRules.items(of: account, in: items).contains(where: query.matches) { return true }
        guard account.knownIdentifier != nil,
            let partition = try environment.store.partition(homeAccountID: account.identifier)
        else { return false }
        return partition.refreshTokens.contains {
            $0.familyID == nil && $0.clientID.lowercased() == clientID.lowercased()
        }
    }

    /// The refresh token in the store, for an account that the suite's other apps have signed in.
    private func storedToken(
        of account: Account?, _ request: ADALRequest, metadata: AppMetadataEntity?
    ) throws(AuthError) -> RefreshTokenCandidate? {
        guard let account, account.knownIdentifier != nil,
            let partition = try environment.store.partition(homeAccountID: account.identifier)
        else { return nil }
        let entity = CredentialRules.refreshToken(
            in: partition, clientID: request.clientID, app: request.appIdentifier,
            environment: request.authority.environment, metadata: metadata)
        return try entity.map(RefreshTokenCandidate.init)
    }
}
