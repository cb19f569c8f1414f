public import Foundation

/// What every account tells, those of other places included. In Objective-C the protocol has the class's name,
/// `MSALAccount`.
#if canImport(ObjectiveC)
@objc(MSALAccount)
#endif
public protocol MSALAccountProtocol: NSObjectProtocol {
    /// For showing to a person; may change, and may be nil.
    var username: String? { get }
    /// Opaque and stable: keep it to find the account again. nil for an account that only an old ADAL has signed in.
    var identifier: String? { get }
    /// The host that the account signed in at.
    var environment: String { get }
    /// The claims of the home tenant's id token; nil if the app has none.
    var accountClaims: [String: Any]? { get }
    /// The account's user in each tenant that it signed in to; nil if that is not known.
    var tenantProfiles: [MSALTenantProfile]? { get }
    /// The identifier in parts; nil if there is none.
    var homeAccountId: MSALAccountId? { get }
    /// Whether the account is the device's own, that the SSO extension knows.
    var isSSOAccount: Bool { get }
}
