import KeyfobCache
import KeyfobCore
import KeyfobFlows

extension V2SilentPort {
    /// The refresh token to redeem: the client's own in the store, else its family's, else one from ADAL's cache.
    ///
    /// - Parameters:
    ///   - refused: the tokens that the server has just refused.
    ///   - inFamily: false leaves out tokens that only a member of the family may redeem.
    /// - Returns: nil if there is none.
    /// - Throws: `interactionRequired` if the account was removed in this app; the store's own errors.
    func nextToken(besides refused: [Secret<String>], inFamily: Bool = true) throws(AuthError) -> RefreshTokenCandidate?
    {
        for entity in try reader.clientStore.storedRefreshTokens(of: homeAccountID, at: authority) {
            let token = try RefreshTokenCandidate(entity)
            if !refused.contains(token.secret), inFamily || token.familyID == nil { return token }
        }
        return try reader.migration.adalTokens(for: parameters.account, at: [requested, authority]).first {
            !refused.contains($0.secret) && (inFamily || $0.familyID == nil)
        }
    }

    /// The same port, with the account and the tenant as the store has them now: the previous holder of the lock
    /// may have moved the account over.
    func movedOver() throws(AuthError) -> V2SilentPort {
        guard environment.adalCache != nil else { return self }
        var copy = self
        copy.parameters = try reader.migration.movedOver(parameters)
        if authority.isMultiTenant, let partition = try reader.clientStore.storedPartition(of: copy.homeAccountID),
            !partition.accounts.isEmpty
        {
            copy.authority = try reader.clientStore.resolved(authority, in: partition) ?? authority
        }
        return copy
    }

    /// Writes the tokens that were got by a refresh token of ADAL's cache, so that the account is in the store from now
    /// on. The item is kept for the suite's apps that still use ADAL.
    ///
    /// - Throws: `interactionRequired` if the account was removed during the request. An error of the store does not
    ///   fail the call: the next one redeems the same refresh token.
    func storeUpgrade(
        _ acquisition: Acquisition, of item: ADALCacheItem
    ) async throws(AuthError) -> StoredSignIn {
        let stored: Account?
        do throws(AuthError) {
            stored = try await environment.store.write { transaction throws(AuthError) in
                try self.saveUpgrade(acquisition, of: item, in: transaction)
            }
        } catch {
            guard error.origin == .store else { throw error }
            log(
                .info, "The account could not be moved over: \(euii: error.message)", correlationID: correlationID)
            return StoredSignIn(account: acquisition.account, failure: error.code)
        }
        guard let stored else {
            throw .interactionRequired("The account was removed in this app while its token was refreshed.")
        }
        log(.info, "An account of ADAL's cache was moved over.", correlationID: correlationID)
        return StoredSignIn(account: stored, failure: nil)
    }

    private func saveUpgrade(
        _ acquisition: Acquisition, of item: ADALCacheItem, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Account? {
        let key = reader.clientStore.signInKey(acquisition.homeAccountID)
        let partition = try transaction.partition(homeAccountID: acquisition.homeAccountID)
        let query = ADALCacheQuery(clientIDs: [item.clientID], userID: item.userID)
        let isThere = try environment.adalCache?.items(query).contains {
            $0.key == item.key && $0.refreshToken == item.refreshToken
        }
        guard partition.map({ !key.isSignedOut(in: $0) }) ?? true, isThere == true else { return nil }
        let known = partition?.accounts.first { $0.realm.lowercased() == acquisition.realm.lowercased() }
        var input = acquisition.saveInput(configuration, known: known)
        // If the server issues no new refresh token, the old one stays valid.
        input.refreshToken = input.refreshToken ?? item.refreshToken
        if input.familyID == nil, case .family(let family) = item.kind { input.familyID = family }
        return try CredentialRules.save(input, in: transaction)
    }

    /// Deletes a refresh token that the server has refused for good from ADAL's cache, if the cache still has it.
    func dropFromADALCache(_ token: RefreshTokenCandidate) throws(AuthError) {
        guard let item = token.adalItem else { return }
        try environment.adalCache?.remove([item], by: configuration.appIdentifier, at: environment.clock.now)
        log(
            .info, "The server refused ADAL's refresh token; it was deleted.", correlationID: correlationID)
    }

    /// Records that the client has no family, since the server issued no tokens for a family's token.
    func leaveFamily() async throws(AuthError) {
        let clientID = configuration.clientID
        let environment = flows.cloud(of: authority.environment).preferredCache
        try await self.environment.store.write { transaction throws(AuthError) in
            let known = try transaction.appMetadata(clientID: clientID, environment: environment)
            let unknown = try known?.contents.open().unknown ?? [:]
            try transaction.put(
                .appMetadata(
                    AppMetadataEntity(
                        clientID: clientID, environment: known?.environment ?? environment, familyID: "",
                        contents: CredentialContents(secret: nil, unknown: unknown))))
        }
        log(
            .info, "The client is not a member of the family whose token it used.", correlationID: correlationID)
    }
}
