import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE

extension ADALClient {
    /// Reserves room in both caches, before a refresh token is redeemed.
    func reserveRoom() throws(AuthError) -> [ReservedRoom] {
        [try environment.store.reserveRoom(), try cache.reserveRoom()]
    }

    /// Stores the tokens of a sign-in, or of a refresh token that the app passed.
    ///
    /// - Throws: `storeLocked` or `storeUnavailable`: the sign-in could not be stored.
    func keep(_ acquisition: ADALAcquisition, source: TokenResult.Source) async throws(AuthError) -> ADALResult {
        try await write(acquisition)
        throttle.lift()
        log(.verbose, "The tokens were stored.", correlationID: acquisition.flow.correlationID)
        return acquisition.result(source: source)
    }

    /// Stores the tokens of a refresh, unless the account was removed during the request.
    ///
    /// - Throws: `interactionRequired` if it was removed. An error of a cache does not fail the call: the token is
    ///   valid, and the next call redeems the old refresh token once more.
    func keep(_ acquisition: ADALAcquisition, spent: RefreshTokenCandidate) async throws(AuthError) -> ADALResult {
        do throws(AuthError) {
            try await write(acquisition, spent: spent)
            return acquisition.result(source: .refresh)
        } catch {
            guard error.code != .interactionRequired else { throw error }
            log(
                .verbose, "The refreshed token could not be stored: \(euii: error.message)",
                correlationID: acquisition.flow.correlationID)
            return acquisition.result(source: .refresh)
        }
    }

    /// Stores the refresh token that replaces a redeemed one, in each cache that has it, before the rest of the
    /// response is verified: the server has invalidated the redeemed one.
    ///
    /// - Returns: whether it was stored where the redeemed one was read from.
    func keep(
        _ successor: RefreshTokenSuccessor, of token: RefreshTokenCandidate, request: ADALRequest,
        _ correlationID: String
    ) async -> Bool {
        do throws(AuthError) {
            let owners = try environment.store.homeAccountIDs()
            return try await environment.store.write { transaction throws(AuthError) in
                var isInStore = false
                for owner in owners {
                    let isThere = try CredentialRules.replaceRefreshToken(
                        token.secret, by: successor.refreshToken, familyID: successor.familyID,
                        clientID: request.clientID, homeAccountID: owner, in: transaction)
                    isInStore = isInStore || isThere
                }
                let isInCache = try self.replaceItems(of: token, by: successor)
                return token.adalItem == nil ? isInStore : isInCache
            }
        } catch {
            log(
                .verbose, "The new refresh token could not be stored: \(euii: error.message)",
                correlationID: correlationID)
            return false
        }
    }

    private func replaceItems(
        of token: RefreshTokenCandidate, by successor: RefreshTokenSuccessor
    ) throws(AuthError) -> Bool {
        guard let spent = token.adalItem else { return false }
        let query = ADALCacheQuery(clientIDs: [spent.clientID], userID: spent.userID)
        let items = try cache.items(query).filter { $0.refreshToken == token.secret }
        guard !items.isEmpty else { return false }
        try cache.put(
            items.map { item in
                var item = item
                item.refreshToken = successor.refreshToken
                return item
            }, sparing: false)
        return true
    }

    /// Writes both caches in one transaction of the store, so that a removal comes before or after both.
    private func write(_ acquisition: ADALAcquisition, spent: RefreshTokenCandidate? = nil) async throws(AuthError) {
        try await environment.store.write { transaction throws(AuthError) in
            let partition = try acquisition.homeAccountID.flatMap { home throws(AuthError) in
                try transaction.partition(homeAccountID: home)
            }
            switch try spent.map({ token throws(AuthError) in try self.standing(token, acquisition, partition) }) {
            case .removed:
                throw .interactionRequired("The account was removed in this app while its token was refreshed.")
            // A sign-in that replaced the token does not take the refresh lock; its tokens are kept.
            case .replaced: return
            case .there, nil: break
            }
            try self.cache.put(acquisition.items, sparing: false)
            let known = partition?.accounts.first { account in
                account.realm.lowercased() == acquisition.flow.idToken?.tenantID?.lowercased()
            }
            guard let input = acquisition.saveInput(known: known) else { return }
            try CredentialRules.save(input, in: transaction)
        }
    }

    /// The state of a refresh token after it was redeemed.
    private func standing(
        _ spent: RefreshTokenCandidate, _ acquisition: ADALAcquisition, _ partition: AccountPartition?
    ) throws(AuthError) -> SignInKey.Standing {
        let key = SignInKey(
            homeAccountID: acquisition.homeAccountID ?? "", clientID: acquisition.request.clientID,
            app: acquisition.request.appIdentifier)
        if let partition, key.isSignedOut(in: partition) { return .removed }
        guard let item = spent.adalItem else {
            return try key.standing(
                of: spent.secret, in: partition, at: spent.environment,
                aliases: flows.cloud(of: spent.environment).aliases)
        }
        let query = ADALCacheQuery(clientIDs: [item.clientID], userID: item.userID)
        let items = try cache.items(query).filter { $0.key == item.key && $0.hasRefreshToken }
        if items.contains(where: { $0.refreshToken == spent.secret }) { return .there }
        return items.isEmpty ? .removed : .replaced
    }
}
