import Foundation

/// A filter for accounts. Without a condition all match; texts are compared without regard to letter case.
#if canImport(ObjectiveC)
@objc(MSALAccountEnumerationParameters)
@objcMembers
#endif
open class MSALAccountEnumerationParameters: MSALParameters {
    /// The account's identifier; nil for any.
    open private(set) var identifier: String?
    /// The identifier of the account's user in some tenant; nil for any.
    open private(set) var tenantProfileIdentifier: String?
    /// The account's name; nil for any.
    open private(set) var username: String?
    /// Whether only accounts match that the app can get tokens for; true by default.
    open var returnOnlySignedInAccounts = true

    /// Matches all accounts.
    public override init() {
        identifier = nil
        username = nil
        tenantProfileIdentifier = nil
        super.init()
    }

    /// Matches the account with an identifier.
    #if canImport(ObjectiveC)
    @objc(initWithIdentifier:)
    #endif
    public init(identifier accountIdentifier: String) {
        identifier = accountIdentifier
        username = nil
        tenantProfileIdentifier = nil
        super.init()
    }

    /// Matches the accounts with an identifier and a name.
    ///
    /// - Parameters:
    ///   - accountIdentifier: nil for any.
    ///   - username: the name.
    #if canImport(ObjectiveC)
    @objc(initWithIdentifier:username:)
    #endif
    public init(identifier accountIdentifier: String?, username: String) {
        identifier = accountIdentifier
        self.username = username
        tenantProfileIdentifier = nil
        super.init()
    }

    /// Matches the accounts that have this user in some tenant.
    #if canImport(ObjectiveC)
    @objc(initWithTenantProfileIdentifier:)
    #endif
    public init(tenantProfileIdentifier: String) {
        identifier = nil
        username = nil
        self.tenantProfileIdentifier = tenantProfileIdentifier
        super.init()
    }
}
