#if canImport(ObjectiveC)
public import Foundation

/// ADAL's factories by their Objective-C names; Swift calls the initializers.
extension ADAuthenticationParameters {
    /// Reads the response of a resource.
    @objc(parametersFromResponse:error:)
    public static func parameters(
        from response: HTTPURLResponse?, error: ADErrorPointer
    ) -> ADAuthenticationParameters? {
        guard let response else {
            error?.pointee = .invalidArgument("There is no response. Pass the one that the resource sent.")
            return nil
        }
        return ADAuthenticationParameters(from: response, error: error)
    }

    /// Reads a `WWW-Authenticate` header.
    @objc(parametersFromResponseAuthenticateHeader:error:)
    public static func parameters(
        fromResponseAuthenticateHeader authenticateHeader: String, error: ADErrorPointer
    ) -> ADAuthenticationParameters? {
        ADAuthenticationParameters(fromResponseAuthenticateHeader: authenticateHeader, error: error)
    }

    /// Sends a resource a request without a token, and reads its response.
    @objc(parametersFromResourceUrl:completionBlock:)
    public static func parameters(
        ofResourceAt resourceUrl: URL?,
        completionBlock: @escaping @Sendable (ADAuthenticationParameters?, ADAuthenticationError?) -> Void
    ) {
        guard let resourceUrl else {
            return completionBlock(nil, .invalidArgument("There is no address. Pass the resource's https URL."))
        }
        parameters(fromResourceUrl: resourceUrl, completionBlock: completionBlock)
    }
}
#endif
