package import KeyfobCore

/// The account, client and authorities for which a refresh token is looked up in ADAL's items.
package struct ADALCacheSearch: Sendable {
    /// The request's authority, as the app specified it and as it was resolved.
    package let authorities: [Authority]
    /// The client.
    package let clientID: String
    /// The family whose tokens the client may try; see ``ADALCacheRules/family(_:)``.
    package let family: String?
    /// The account; ADAL's keys contain its name, so an account without a name is not found.
    package let account: Account

    /// Makes a search.
    package init(authorities: [Authority], clientID: String, family: String?, account: Account) {
        self.authorities = authorities
        self.clientID = clientID
        self.family = family
        self.account = account
    }

    /// The query for candidate items; nil if the account has no name.
    package var query: ADALCacheQuery? {
        account.username.map {
            ADALCacheQuery(clientIDs: ADALCacheRules.clientIDs(clientID, family: family), userID: $0)
        }
    }
}

extension ADALCacheRules {
    /// The refresh tokens for a request, in the order of trying them: the client's own at each authority, then its
    /// family's.
    ///
    /// - Parameters:
    ///   - items: the items in ADAL's cache.
    ///   - search: the account, client and authorities.
    ///   - hidden: the accounts that were removed in the requesting app, whose items are not used.
    package static func refreshTokens(
        in items: [ADALCacheItem], _ search: ADALCacheSearch, hidden: [AccountSummary] = []
    ) -> [ADALCacheItem] {
        guard let username = search.account.username else { return [] }
        var found: [ADALCacheItem] = []
        for clientID in clientIDs(search.clientID, family: search.family) {
            for authority in authorities(for: search.authorities) {
                let key = ADALCacheKey(
                    authority: authority, resource: nil, clientID: clientID, userID: username)
                found += items.filter { item in
                    guard item.key == key, let user = ADALCacheUser(item), user.mayBe(search.account) else {
                        return false
                    }
                    switch item.kind {
                    case .multiResource, .family: return !hidden.contains { user.is($0) }
                    default: return false
                    }
                }
            }
        }
        return found
    }
}
