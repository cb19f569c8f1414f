public import Foundation

/// The properties of every account, including those of external providers. In Objective-C the protocol has the class's
/// name, `MSALAccount`.
#if canImport(ObjectiveC)
@objc(MSALAccount)
#endif
public protocol MSALAccountProtocol: NSObjectProtocol {
    /// The displayable name; may change, and may be nil.
    var username: String? { get }
    /// An opaque and stable identifier: store it to find the account again. nil for an account that only an old ADAL
    /// has signed in.
    var identifier: String? { get }
    /// The host that the account signed in at.
    var environment: String { get }
    /// The claims of the home tenant's id token; nil if the app has none.
    var accountClaims: [String: Any]? { get }
    /// The account's user in each tenant that it signed in to; nil if they are unknown.
    var tenantProfiles: [MSALTenantProfile]? { get }
    /// The identifier in parts; nil if there is none.
    var homeAccountId: MSALAccountId? { get }
    /// Whether the SSO extension lists the account.
    var isSSOAccount: Bool { get }
}
