public import Foundation

/// `Bearer` (RFC 6750): whoever has the token may use it.
#if canImport(ObjectiveC)
@objc(MSALAuthenticationSchemeBearer)
#endif
public final class MSALAuthenticationSchemeBearer: NSObject, MSALAuthenticationSchemeProtocol, Sendable {
    /// ``MSALAuthScheme/bearer``
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var scheme: MSALAuthScheme { .bearer }
    /// `Bearer`
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var authenticationScheme: String { "Bearer" }

    /// Makes the scheme.
    public override init() { super.init() }
}
