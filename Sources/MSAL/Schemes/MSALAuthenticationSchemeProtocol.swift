public import Foundation

/// How an access token is presented to a resource.
#if canImport(ObjectiveC)
@objc(MSALAuthenticationSchemeProtocol)
#endif
public protocol MSALAuthenticationSchemeProtocol: NSObjectProtocol {
    /// The kind.
    var scheme: MSALAuthScheme { get }
    /// The name in the `Authorization` header.
    var authenticationScheme: String { get }
}
