package import KeyfobCore

extension ADALCacheRules {
    /// The accounts of the credential store and of ADAL's items, without duplicates, in the order of their names.
    ///
    /// An item adds its user if it has a refresh token that the client may redeem: its own, or its family's. Accounts
    /// are the same if their identifiers are; if one has none, if the user's object ids in a common tenant are, else if
    /// their names are, ignoring letter case. A user whose items are all older than ADAL 2.7 has no identifier until
    /// the first silent call; ``KeyfobCore/Account/identifier`` is then empty.
    ///
    /// - Parameters:
    ///   - listed: the accounts in the credential store.
    ///   - items: the items in ADAL's cache.
    ///   - clientIDs: the client's id and, if it may have a family, that of the family.
    ///   - hidden: the accounts that were removed in the requesting app; their items add no account.
    ///   - withClaims: whether the profile of an ADAL account contains the id token's claims.
    package static func accounts(
        merging listed: [Account], with items: [ADALCacheItem], clientIDs: [String],
        hidden: [AccountSummary], withClaims: Bool = false
    ) -> [Account] {
        let query = ADALCacheQuery(clientIDs: clientIDs)
        let candidates = items.filter { item in
            switch item.kind {
            case .multiResource, .family: query.matches(item)
            default: false
            }
        }
        // Those with an identifier come first, so that users without one are merged into them.
        let users = candidates.compactMap { item in ADALCacheUser(item).map { (item: item, user: $0) } }
            .filter { entry in !hidden.contains { entry.user.is($0) } && !listed.contains { entry.user.is($0) } }
        var kept: [(item: ADALCacheItem, user: ADALCacheUser)] = []
        for entry in users.filter({ $0.user.homeAccountID != nil }) + users.filter({ $0.user.homeAccountID == nil })
        where !kept.contains(where: { entry.user.is($0.user) }) {
            kept.append(entry)
        }
        let added = kept.map { account($0.item, $0.user, withClaims: withClaims) }
        return (listed + added).sorted { ($0.username ?? "", $0.identifier) < ($1.username ?? "", $1.identifier) }
    }

    /// The identifier under which the removal of an account without identifier is stored, assuming that the tenant of
    /// the id token is the home tenant.
    package static func likelyIdentifier(of account: Account, in items: [ADALCacheItem]) -> String? {
        if !account.identifier.isEmpty { return account.identifier }
        return items.lazy.compactMap(ADALCacheUser.init).first { $0.is(account) }?.likelyIdentifier
    }

    /// The account with identifier that corresponds to one without, if it is unambiguous: the same object id in a
    /// common tenant, else the same name.
    ///
    /// - Parameters:
    ///   - account: an account without an identifier.
    ///   - listed: accounts that have identifiers.
    package static func successor(of account: Account, in listed: [Account]) -> Account? {
        guard account.identifier.isEmpty else { return nil }
        let matches = listed.filter { !$0.identifier.isEmpty && ADALCacheUser(account).is($0) }
        return matches.count == 1 ? matches.first : nil
    }

    /// The items of an account.
    package static func items(of account: Account, in items: [ADALCacheItem]) -> [ADALCacheItem] {
        items.filter { ADALCacheUser($0)?.is(account) ?? false }
    }

    private static func account(_ item: ADALCacheItem, _ user: ADALCacheUser, withClaims: Bool) -> Account {
        let environment = (try? Authority(item.authority))?.environment ?? ""
        let home = user.homeAccountID.map(AccountSummary.homeTenant)
        let profile = user.tenantID.flatMap { tenant in
            user.localAccountID.map {
                TenantProfile(
                    identifier: $0, tenantID: tenant, isHomeTenant: home == tenant,
                    claims: withClaims ? item.userInformation?.claims : nil)
            }
        }
        return Account(
            identifier: user.homeAccountID ?? "", username: user.username.isEmpty ? nil : user.username,
            environment: environment, tenantProfiles: profile.map { [$0] } ?? [])
    }
}
