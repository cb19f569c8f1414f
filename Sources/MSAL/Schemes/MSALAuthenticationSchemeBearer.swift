public import Foundation

/// `Bearer` (RFC 6750): a token that any party in possession of it may use.
#if canImport(ObjectiveC)
@objc(MSALAuthenticationSchemeBearer)
@objcMembers
#endif
public final class MSALAuthenticationSchemeBearer: NSObject, MSALAuthenticationSchemeProtocol, Sendable {
    /// ``MSALAuthScheme/bearer``
    public var scheme: MSALAuthScheme { .bearer }
    /// `Bearer`
    public var authenticationScheme: String { "Bearer" }

    /// Makes the scheme.
    public override init() { super.init() }
}
