#if canImport(ObjectiveC)
public import Foundation

/// ADAL's factories by their Objective-C names; Swift calls the initializers.
extension ADAuthenticationParameters {
    /// Reads the response of a resource.
    @objc(parametersFromResponse:error:)
    public static func parameters(
        from response: HTTPURLResponse, error: ADErrorPointer
    ) -> ADAuthenticationParameters? {
        ADAuthenticationParameters(from: response, error: error)
    }

    /// Reads a `WWW-Authenticate` header.
    @objc(parametersFromResponseAuthenticateHeader:error:)
    public static func parameters(
        fromResponseAuthenticateHeader authenticateHeader: String, error: ADErrorPointer
    ) -> ADAuthenticationParameters? {
        ADAuthenticationParameters(fromResponseAuthenticateHeader: authenticateHeader, error: error)
    }
}
#endif
