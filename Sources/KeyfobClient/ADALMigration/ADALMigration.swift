import KeyfobCache
import KeyfobCore
import KeyfobFlows

/// The accounts of ADAL's cache, and how they move into the store.
struct ADALMigration: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore

    /// The family whose tokens this client may try.
    var adalFamily: String? {
        get throws(AuthError) { ADALCacheRules.family(try clientStore.appMetadata(at: configuration.authority)) }
    }

    /// Adds the accounts of ADAL's cache to a list.
    func withADALAccounts(_ listed: [Account], withClaims: Bool = false) throws(AuthError) -> [Account] {
        let clientIDs = ADALCacheRules.clientIDs(configuration.clientID, family: try adalFamily)
        let items = try readableADALItems(ADALCacheQuery(clientIDs: clientIDs))
        guard !items.isEmpty else { return listed }
        return ADALCacheRules.accounts(
            merging: listed, with: items, clientIDs: clientIDs, hidden: try clientStore.hiddenAccounts,
            withClaims: withClaims)
    }

    /// The items of ADAL's cache; empty if it is damaged or not for this app, since the store works without it, and a
    /// user who is not in it can still sign in.
    ///
    /// - Throws: `storeLocked`, which is temporary: a locked device must not hide an account or require a sign-in.
    func readableADALItems(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        guard let cache = environment.adalCache else { return [] }
        do throws(AuthError) {
            return try cache.items(query)
        } catch {
            guard error.code != .storeLocked else { throw error }
            log(.info, "ADAL's cache could not be read: \(euii: error.message)")
            return []
        }
    }

    /// The refresh tokens in ADAL's cache that may be redeemed for a request, in the order in which they are tried.
    ///
    /// - Throws: `storeLocked`, and the store's own errors.
    func adalTokens(for account: Account, at authorities: [Authority]) throws(AuthError) -> [RefreshTokenCandidate] {
        guard environment.adalCache != nil else { return [] }
        let search = ADALCacheSearch(
            authorities: authorities, clientID: configuration.clientID, family: try adalFamily, account: account)
        guard let query = search.query else { return [] }
        let items = try readableADALItems(query)
        guard !items.isEmpty else { return [] }
        return ADALCacheRules.refreshTokens(in: items, search, hidden: try clientStore.hiddenAccounts).compactMap {
            RefreshTokenCandidate($0)
        }
    }

    /// The same request, with the account as the store has it now.
    func movedOver(_ parameters: SilentParameters) throws(AuthError) -> SilentParameters {
        var copy = parameters
        copy.account = try movedOver(parameters.account)
        return copy
    }

    /// Returns an account without an identifier as the store has it now, if a call has moved it over.
    func movedOver(_ account: Account) throws(AuthError) -> Account {
        guard account.knownIdentifier == nil else { return account }
        let listed = try CredentialRules.accounts(
            in: environment.store, clientID: configuration.clientID, app: configuration.appIdentifier)
        return ADALCacheRules.successor(of: account, in: listed) ?? account
    }

    /// Writes the server's tokens to ADAL's cache for the suite's apps that use it, if the app has turned that on. An
    /// error does not fail the call: those apps then need one more sign-in.
    func seedADALCache(_ input: SaveInput, requested: Authority) {
        guard environment.seedsADALCache, let cache = environment.adalCache else { return }
        let seeds = ADALCacheRules.seeds(for: input, requested: requested)
        guard !seeds.isEmpty else { return }
        do throws(AuthError) {
            try cache.put(seeds, sparing: true)
        } catch {
            log(.info, "The refresh token could not be stored for ADAL: \(euii: error.message)")
        }
    }
}
