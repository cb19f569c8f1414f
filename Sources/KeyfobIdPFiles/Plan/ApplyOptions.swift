package import KeyfobCore
package import KeyfobCrypto
package import KeyfobIdPCore
package import KeyfobIdPModel

/// The options with which files are applied.
package struct ApplyOptions: Sendable, Hashable {
    /// Whether nothing is changed.
    package var isDryRun: Bool
    /// Whether objects that the files do not name are removed, of the kinds that the files mention.
    package var prunes: Bool
    /// The id or domain of the tenant that files without a tenant mean; nil for the first one.
    package var tenant: String?
    /// The id of the only tenant that files may read and change, if its own administrator applies them: other tenants,
    /// the settings of the provider and the registrations of the platform's vendor stay as they are. nil for files of
    /// the provider's administrator.
    package var onlyTenant: String?
    /// The object id of the user who applies them: one of the tenant's Global Administrators, also in the transaction
    /// that makes the changes.
    package var administrator: String?
    /// The fingerprint of the plan that the administrator has seen; another plan is not applied. nil applies any.
    package var seenPlan: String?

    /// Makes options.
    package init(
        isDryRun: Bool = false, prunes: Bool = false, tenant: String? = nil, onlyTenant: String? = nil,
        administrator: String? = nil, seenPlan: String? = nil
    ) {
        self.isDryRun = isDryRun
        self.prunes = prunes
        self.tenant = tenant
        self.onlyTenant = onlyTenant
        self.administrator = administrator
        self.seenPlan = seenPlan
    }
}

/// What a plan needs besides files and a store.
package struct ApplySetting: Sendable {
    /// The source of salts, and of ids that are taken already.
    package var random: any RandomSource
    /// The time (Unix seconds) by the provider's clock.
    package var now: Int64
    /// The cost of new password hashes.
    package var passwordCost: ScryptParameters
    /// The registrations of the platform's vendor, which every directory has: they are added to one without them, in
    /// its first tenant, and an export leaves them out as long as they are unchanged.
    package var platform: [Application]
    /// The names that no application can get.
    package var reserved: ReservedNames

    /// Makes a setting. Without a provider the names are reserved that every provider has.
    package init(
        random: any RandomSource, now: Int64, passwordCost: ScryptParameters, platform: [Application],
        reserved: ReservedNames = ReservedNames()
    ) {
        self.random = random
        self.now = now
        self.passwordCost = passwordCost
        self.platform = platform
        self.reserved = reserved
    }
}
