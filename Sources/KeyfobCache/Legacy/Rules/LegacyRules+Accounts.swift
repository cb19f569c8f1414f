public import KeyfobCore

extension LegacyRules {
    /// The accounts of the credential store and those that ADAL's items add, nobody twice, in the order of their names.
    ///
    /// An item adds its user if it has a refresh token that the client may spend: its own, or its family's. Two are the
    /// same by their identifier; where one has none, by the user's object in a tenant that both know, else by name
    /// without regard to letter case. A user whose items are all older than ADAL 2.7 has no identifier until the first
    /// silent call; ``KeyfobCore/Account/identifier`` is then empty.
    ///
    /// - Parameters:
    ///   - listed: what the credential store lists.
    ///   - items: what ADAL's cache holds.
    ///   - clientIDs: the client's id and, if it may have a family, that family's.
    ///   - hidden: the accounts that were removed in the asking app; their items add nobody.
    ///   - withClaims: whether a legacy account's profile carries the id token's claims.
    public static func accounts(
        merging listed: [Account], with items: [LegacyTokenItem], clientIDs: [String],
        hidden: [AccountSummary], withClaims: Bool = false
    ) -> [Account] {
        let query = LegacyTokenQuery(clientIDs: clientIDs)
        let candidates = items.filter { item in
            switch item.kind {
            case .multiResource, .family: query.matches(item)
            default: false
            }
        }
        // Those with an identifier first, so that one without merges into them.
        let users = candidates.compactMap { item in LegacyUser(item).map { (item: item, user: $0) } }
            .filter { entry in !hidden.contains { entry.user.is($0) } && !listed.contains { entry.user.is($0) } }
        var kept: [(item: LegacyTokenItem, user: LegacyUser)] = []
        for entry in users.filter({ $0.user.homeAccountID != nil }) + users.filter({ $0.user.homeAccountID == nil })
        where !kept.contains(where: { entry.user.is($0.user) }) {
            kept.append(entry)
        }
        let added = kept.map { account($0.item, $0.user, withClaims: withClaims) }
        return (listed + added).sorted { ($0.username ?? "", $0.identifier) < ($1.username ?? "", $1.identifier) }
    }

    /// Under which identifier a removal is kept for an account that has none: as if the user were at home in the
    /// tenant of the id token.
    public static func likelyIdentifier(of account: Account, in items: [LegacyTokenItem]) -> String? {
        if !account.identifier.isEmpty { return account.identifier }
        return items.lazy.compactMap(LegacyUser.init).first { $0.is(account) }?.likelyIdentifier
    }

    /// The account that one without an identifier has become, if it is clear which: the same object in a tenant that
    /// both know, else the same name.
    ///
    /// - Parameters:
    ///   - account: one without an identifier.
    ///   - listed: accounts that have identifiers.
    public static func successor(of account: Account, in listed: [Account]) -> Account? {
        guard account.identifier.isEmpty else { return nil }
        let matches = listed.filter { !$0.identifier.isEmpty && LegacyUser(account).is($0) }
        return matches.count == 1 ? matches.first : nil
    }

    /// The items of an account.
    public static func items(of account: Account, in items: [LegacyTokenItem]) -> [LegacyTokenItem] {
        items.filter { LegacyUser($0)?.is(account) ?? false }
    }

    private static func account(_ item: LegacyTokenItem, _ user: LegacyUser, withClaims: Bool) -> Account {
        let environment = (try? Authority(item.authority))?.environment ?? ""
        let home = user.homeAccountID.map(CredentialRules.homeTenant)
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
