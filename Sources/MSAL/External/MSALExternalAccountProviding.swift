public import Foundation

/// A place beside the store that knows accounts: it is asked at each listing, and told of sign-ins and removals. A
/// failure of it is logged and does not stop the call.
#if canImport(ObjectiveC)
@objc(MSALExternalAccountProviding)
#endif
public protocol MSALExternalAccountProviding: NSObjectProtocol {
    /// Tells that an account got tokens.
    ///
    /// - Parameters:
    ///   - account: whose they are.
    ///   - idTokenClaims: the claims of its id token.
    /// - Throws: what the place fails with.
    #if canImport(ObjectiveC)
    @objc(updateAccount:idTokenClaims:error:)
    #endif
    func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws

    /// Tells that an account was removed.
    ///
    /// - Parameters:
    ///   - account: which.
    ///   - wipeAccount: whether it was removed for every app.
    ///   - tenantProfiles: in which tenants; nil for all.
    /// - Throws: what the place fails with.
    #if canImport(ObjectiveC)
    @objc(removeAccount:wipeAccount:tenantProfiles:error:)
    #endif
    func remove(_ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?) throws

    /// The accounts that the place knows.
    ///
    /// - Parameter parameters: which are meant.
    /// - Throws: what the place fails with.
    #if canImport(ObjectiveC)
    @objc(accountsWithParameters:error:)
    #endif
    func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol]
}
