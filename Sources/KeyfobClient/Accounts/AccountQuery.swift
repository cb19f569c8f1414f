public import KeyfobCore

/// A filter for accounts. An account matches if it fits every member that is set; with none set, all accounts match.
public struct AccountQuery: Sendable, Hashable {
    /// ``KeyfobCore/Account/identifier``, in any letter case.
    public var identifier: String?
    /// The user name, in any letter case.
    public var username: String?
    /// The user's object id in some tenant (``KeyfobCore/TenantProfile/identifier``), in any letter case.
    public var tenantProfileIdentifier: String?
    /// Whether only accounts match that this app can get tokens for. Otherwise accounts that other clients of the store
    /// have signed in match too, but never one that was removed in this app.
    public var onlySignedIn: Bool

    /// Makes a query.
    public init(
        identifier: String? = nil, username: String? = nil, tenantProfileIdentifier: String? = nil,
        onlySignedIn: Bool = true
    ) {
        self.identifier = identifier
        self.username = username
        self.tenantProfileIdentifier = tenantProfileIdentifier
        self.onlySignedIn = onlySignedIn
    }

    /// Whether an account matches, evaluated by the account's own values.
    public func matches(_ account: Account) -> Bool {
        Self.fits(identifier, account.identifier) && Self.fits(username, account.username)
            && (tenantProfileIdentifier == nil
                || account.tenantProfiles.contains { Self.fits(tenantProfileIdentifier, $0.identifier) })
    }

    private static func fits(_ wanted: String?, _ value: String?) -> Bool {
        guard let wanted else { return true }
        return wanted.lowercased() == value?.lowercased()
    }
}
