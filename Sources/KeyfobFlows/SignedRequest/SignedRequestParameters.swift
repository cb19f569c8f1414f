package import KeyfobCore
package import KeyfobOAuth

/// A token request whose parameters are already signed: a broker's use of a primary refresh token.
package struct SignedRequestParameters: Sendable {
    /// The client that the request is for.
    package var clientID: String
    /// The authority to request the tokens from.
    package var authority: Authority
    /// The scopes that were requested, including the reserved ones.
    package var scopes: ScopeSet
    /// The signed form.
    package var form: FormParameters
    /// Returns the JSON of the response's body, which may be encrypted for the signer of the request.
    package var opening: @Sendable ([UInt8]) throws(AuthError) -> [UInt8]
    /// The correlation id of the call in the server's logs; random if nil.
    package var correlationID: String?
    /// Whether the call is silent or interactive, which determines the meaning of errors.
    package var mode: AcquisitionMode = .silent
    /// The version of the endpoints.
    package var dialect: OAuthDialect = .v2
    /// v1: the resource of the access token (`resource`).
    package var resource: String?
    /// The key that the access token is to be bound to; nil for a bearer token.
    package var binding: TokenBinding?

    /// Makes parameters.
    package init(
        clientID: String, authority: Authority, scopes: ScopeSet, form: FormParameters,
        opening: @escaping @Sendable ([UInt8]) throws(AuthError) -> [UInt8]
    ) {
        self.clientID = clientID
        self.authority = authority
        self.scopes = scopes
        self.form = form
        self.opening = opening
    }
}
