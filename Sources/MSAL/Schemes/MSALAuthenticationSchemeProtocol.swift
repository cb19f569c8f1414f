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

/// How an access token is presented to a resource.
#if canImport(ObjectiveC)
@objc(MSALAuthScheme)
#endif
public enum MSALAuthScheme: UInt, Sendable {
    /// `Bearer` (RFC 6750).
    case bearer
    /// `Pop`: a signed HTTP request (draft-ietf-oauth-signed-http-request).
    case pop
}
