import KeyfobCore

/// Whose an item is, as far as it says.
struct LegacyUser: Sendable {
    /// `home_account_id` in lower case; nil in items of versions before 2.7.
    let homeAccountID: String?
    /// The name in the id token, else the one under which the item is filed.
    let username: String
    /// The tenant that issued the id token, in lower case.
    let tenantID: String?
    /// The user's object id in that tenant, in lower case.
    let localAccountID: String?

    /// Reads an item; nil if it names nobody.
    init?(_ item: LegacyTokenItem) {
        homeAccountID = item.homeAccountID.map(LegacyTokenKey.canonical).flatMap { $0.isEmpty ? nil : $0 }
        let name = item.userInformation?.userID ?? item.userID
        guard homeAccountID != nil || !name.isEmpty else { return nil }
        username = name
        tenantID = item.userInformation?.tenantID.map(LegacyTokenKey.canonical)
        localAccountID = item.userInformation?.localAccountID.map(LegacyTokenKey.canonical)
    }

    /// Reads an account that has no identifier.
    init(_ account: Account) {
        homeAccountID = nil
        username = account.username ?? ""
        tenantID = account.tenantProfiles.first.map { LegacyTokenKey.canonical($0.tenantID) }
        localAccountID = account.tenantProfiles.first.map { LegacyTokenKey.canonical($0.identifier) }
    }

    /// What the account's identifier is if the user is no guest in the tenant of the id token.
    var likelyIdentifier: String? {
        homeAccountID ?? tenantID.flatMap { tenant in localAccountID.map { "\($0).\(tenant)" } }
    }

    /// Whether it is the user of an account.
    func `is`(_ account: Account) -> Bool {
        isSame(
            account.identifier, account.username, account.tenantProfiles.map { ($0.tenantID, $0.identifier) })
    }

    /// Whether it is the user of an account as the credential store lists it.
    func `is`(_ summary: AccountSummary) -> Bool {
        if likelyIdentifier?.isSameIdentifier(as: summary.homeAccountID) == true { return true }
        let profiles = summary.profiles.map { ($0.realm, $0.localAccountID) }
        // Each tenant may know the user by another name.
        return ([nil] + summary.profiles.map { Optional($0.username) }).contains {
            isSame(summary.homeAccountID, $0, profiles)
        }
    }

    /// Whether it is the user of another item.
    func `is`(_ other: LegacyUser) -> Bool {
        let profile = other.tenantID.flatMap { tenant in other.localAccountID.map { [(tenant, $0)] } } ?? []
        return isSame(other.homeAccountID ?? "", other.username, profile)
    }

    /// Whether an account of that name may be the user: nothing that both say differs.
    func mayBe(_ account: Account) -> Bool {
        if let homeAccountID, !account.identifier.isEmpty {
            return homeAccountID.isSameIdentifier(as: account.identifier)
        }
        let profiles = account.tenantProfiles.map { ($0.tenantID, $0.identifier) }
        return hasSameProfile(profiles) ?? true
    }

    /// By identifier; where one side has none, by the user's object in a tenant that both know; else by name, without
    /// regard to letter case.
    private func isSame(_ identifier: String, _ username: String?, _ profiles: [(String, String)]) -> Bool {
        if let homeAccountID, !identifier.isEmpty { return homeAccountID.isSameIdentifier(as: identifier) }
        if let isSame = hasSameProfile(profiles) { return isSame }
        guard let username, !username.isEmpty else { return false }
        return LegacyTokenKey.canonical(username) == LegacyTokenKey.canonical(self.username)
    }

    /// nil if no tenant is known to both.
    private func hasSameProfile(_ profiles: [(tenantID: String, localID: String)]) -> Bool? {
        guard let tenantID, let localAccountID else { return nil }
        let known = profiles.filter { $0.tenantID.isSameIdentifier(as: tenantID) }
        return known.isEmpty ? nil : known.contains { $0.localID.isSameIdentifier(as: localAccountID) }
    }
}
