import KeyfobCore

/// The user of an item.
struct ADALCacheUser: Sendable {
    /// `home_account_id` in lower case; nil in items of versions before 2.7.
    let homeAccountID: String?
    /// The name in the id token, else that in the item's key.
    let username: String
    /// The tenant that issued the id token, in lower case.
    let tenantID: String?
    /// The user's object id in that tenant, in lower case.
    let localAccountID: String?

    /// Reads an item; nil if it has no user.
    init?(_ item: ADALCacheItem) {
        homeAccountID = item.homeAccountID.map(ADALCacheKey.canonical).flatMap { $0.isEmpty ? nil : $0 }
        let name = item.userInformation?.userID ?? item.userID
        guard homeAccountID != nil || !name.isEmpty else { return nil }
        username = name
        tenantID = item.userInformation?.tenantID.map(ADALCacheKey.canonical)
        localAccountID = item.userInformation?.localAccountID.map(ADALCacheKey.canonical)
    }

    /// Reads an account that has no identifier.
    init(_ account: Account) {
        homeAccountID = nil
        username = account.username ?? ""
        tenantID = account.tenantProfiles.first.map { ADALCacheKey.canonical($0.tenantID) }
        localAccountID = account.tenantProfiles.first.map { ADALCacheKey.canonical($0.identifier) }
    }

    /// The account's identifier, assuming that the tenant of the id token is the home tenant.
    var likelyIdentifier: String? {
        homeAccountID ?? tenantID.flatMap { tenant in localAccountID.map { "\($0).\(tenant)" } }
    }

    /// Whether this is the user of an account.
    func `is`(_ account: Account) -> Bool {
        isSame(
            account.identifier, account.username, account.tenantProfiles.map { ($0.tenantID, $0.identifier) })
    }

    /// Whether this is the user of an account in the credential store.
    func `is`(_ summary: AccountSummary) -> Bool {
        if likelyIdentifier?.isSameIdentifier(as: summary.homeAccountID) == true { return true }
        let profiles = summary.profiles.map { ($0.realm, $0.localAccountID) }
        // The user's name may differ between tenants.
        return ([nil] + summary.profiles.map { Optional($0.username) }).contains {
            isSame(summary.homeAccountID, $0, profiles)
        }
    }

    /// Whether this is the user of another item.
    func `is`(_ other: ADALCacheUser) -> Bool {
        let profile = other.tenantID.flatMap { tenant in other.localAccountID.map { [(tenant, $0)] } } ?? []
        return isSame(other.homeAccountID ?? "", other.username, profile)
    }

    /// Whether an account with that name may be the user: no member that both have differs.
    func mayBe(_ account: Account) -> Bool {
        if let homeAccountID, !account.identifier.isEmpty {
            return homeAccountID.isSameIdentifier(as: account.identifier)
        }
        let profiles = account.tenantProfiles.map { ($0.tenantID, $0.identifier) }
        return hasSameProfile(profiles) ?? true
    }

    /// Compares identifiers; if one is missing, the object ids in a common tenant; else the names, ignoring letter
    /// case.
    private func isSame(_ identifier: String, _ username: String?, _ profiles: [(String, String)]) -> Bool {
        if let homeAccountID, !identifier.isEmpty { return homeAccountID.isSameIdentifier(as: identifier) }
        if let isSame = hasSameProfile(profiles) { return isSame }
        guard let username, !username.isEmpty else { return false }
        return ADALCacheKey.canonical(username) == ADALCacheKey.canonical(self.username)
    }

    /// Nil if there is no common tenant.
    private func hasSameProfile(_ profiles: [(tenantID: String, localID: String)]) -> Bool? {
        guard let tenantID, let localAccountID else { return nil }
        let known = profiles.filter { $0.tenantID.isSameIdentifier(as: tenantID) }
        return known.isEmpty ? nil : known.contains { $0.localID.isSameIdentifier(as: localAccountID) }
    }
}
