public import Foundation

/// `Pop`: a token that is valid only together with a signature by this app's key, for one request
/// (draft-ietf-oauth-signed-http-request).
#if canImport(ObjectiveC)
@objc(MSALAuthenticationSchemePop)
@objcMembers
#endif
open class MSALAuthenticationSchemePop: NSObject, MSALAuthenticationSchemeProtocol, @unchecked Sendable {
    let httpMethod: MSALHttpMethod
    let requestUrl: URL
    let nonce: String

    /// ``MSALAuthScheme/pop``
    open var scheme: MSALAuthScheme { .pop }
    /// `Pop`
    open var authenticationScheme: String { "Pop" }

    /// Makes the scheme for the request that the token will be sent with.
    ///
    /// - Parameters:
    ///   - httpMethod: its method.
    ///   - requestUrl: its address.
    ///   - nonce: a nonce of the resource; nil generates one.
    ///   - additionalParameters: not used, as in MSAL.
    #if canImport(ObjectiveC)
    @objc(initWithHttpMethod:requestUrl:nonce:additionalParameters:)
    #endif
    public init(
        httpMethod: MSALHttpMethod, request requestUrl: URL, nonce: String?, additionalParameters: [AnyHashable: Any]?
    ) {
        self.httpMethod = httpMethod
        self.requestUrl = requestUrl
        self.nonce = nonce ?? UUID().uuidString
    }
}
