public import Foundation

/// A further source of accounts: it is asked for accounts at each listing, and notified of sign-ins and removals. A
/// failure of it is logged and does not stop the call.
#if canImport(ObjectiveC)
@objc(MSALExternalAccountProviding)
#endif
public protocol MSALExternalAccountProviding: NSObjectProtocol {
    /// Notifies the provider that an account got tokens.
    ///
    /// - Parameters:
    ///   - account: the account of the tokens.
    ///   - idTokenClaims: the claims of its id token.
    /// - Throws: any error of the provider.
    #if canImport(ObjectiveC)
    @objc(updateAccount:idTokenClaims:error:)
    #endif
    func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws

    /// Notifies the provider that an account was removed.
    ///
    /// - Parameters:
    ///   - account: the account that was removed.
    ///   - wipeAccount: whether it was removed for every app.
    ///   - tenantProfiles: the tenants that it was removed from; nil for all.
    /// - Throws: any error of the provider.
    #if canImport(ObjectiveC)
    @objc(removeAccount:wipeAccount:tenantProfiles:error:)
    #endif
    func remove(_ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?) throws

    /// The provider's accounts.
    ///
    /// - Parameter parameters: the filter.
    /// - Throws: any error of the provider.
    #if canImport(ObjectiveC)
    @objc(accountsWithParameters:error:)
    #endif
    func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol]
}
