package import KeyfobCache
package import KeyfobClient
package import KeyfobCore

/// Removes items of ADAL's cache from both caches, so that an account that was removed from one does not come back from
/// the other.
package struct ADALRemoval: Sendable {
    private let environment: ClientEnvironment
    private let cache: any ADALCache
    private let app: String

    /// Makes a removal.
    ///
    /// - Parameters:
    ///   - cache: ADAL's cache.
    ///   - environment: the environment whose store has the same accounts.
    ///   - app: the app that removes: its bundle id, or else its redirect URI.
    package init(_ cache: any ADALCache, environment: ClientEnvironment, app: String) {
        self.cache = cache
        self.environment = environment
        self.app = app
    }

    /// Removes items. An account whose refresh token is among them is signed out of this app in the store, where the
    /// client's credentials are deleted only if no other app of the client is signed in.
    ///
    /// - Throws: `storeLocked`, `storeUnavailable`.
    package func remove(_ items: [ADALCacheItem]) async throws(AuthError) {
        guard !items.isEmpty else { return }
        let accounts = try known()
        let now = environment.clock.now
        try await environment.store.write { [cache, app] transaction throws(AuthError) in
            for item in items where item.hasRefreshToken && !item.clientID.lowercased().hasPrefix("foci-") {
                for account in accounts where !ADALCacheRules.items(of: account, in: [item]).isEmpty {
                    try CredentialRules.signOut(
                        homeAccountID: account.identifier, clientID: item.clientID, app: app, in: transaction)
                }
            }
            try cache.remove(items, by: app, at: now)
        }
    }

    /// Deletes everything of a user, for every client and app of the group. The guide warns about this call.
    ///
    /// - Throws: `storeLocked`, `storeUnavailable`.
    package func wipe(userID: String) async throws(AuthError) {
        guard let user = ADALCacheUserIdentifier(userID) else { return }
        let items = try cache.items(ADALCacheQuery(userID: user.id))
        let accounts = try known().filter { account in
            user.matches(account) || !ADALCacheRules.items(of: account, in: items).isEmpty
        }
        let now = environment.clock.now
        try await environment.store.write { [cache, app] transaction throws(AuthError) in
            for account in accounts { try CredentialRules.wipe(homeAccountID: account.identifier, in: transaction) }
            try cache.remove(items, by: app, at: now)
        }
        environment.log(
            .warning,
            "Everything of \(euii: user.id) was wiped for every client and app: in each the user has to sign in again."
        )
    }

    /// Every account of the store, of any client.
    private func known() throws(AuthError) -> [Account] {
        var accounts: [Account] = []
        try environment.store.forEachAccount { summary in
            let profiles = summary.profiles.map {
                TenantProfile(identifier: $0.localAccountID, tenantID: $0.realm, isHomeTenant: false)
            }
            guard let first = summary.profiles.first else { return }
            accounts.append(
                Account(
                    identifier: summary.homeAccountID, username: first.username, environment: first.environment,
                    tenantProfiles: profiles))
        }
        return accounts
    }
}
