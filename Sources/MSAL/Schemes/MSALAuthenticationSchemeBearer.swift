public import Foundation

/// `Bearer` (RFC 6750): a token that any party in possession of it may use.
#if canImport(ObjectiveC)
@objc(MSALAuthenticationSchemeBearer)
@objcMembers
#endif
open class MSALAuthenticationSchemeBearer: NSObject, MSALAuthenticationSchemeProtocol, @unchecked Sendable {
    /// ``MSALAuthScheme/bearer``
    open var scheme: MSALAuthScheme { .bearer }
    /// `Bearer`
    open var authenticationScheme: String { "Bearer" }

    /// Makes the scheme.
    public override init() { super.init() }
}
