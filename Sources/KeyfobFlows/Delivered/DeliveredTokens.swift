package import KeyfobCore
package import KeyfobOAuth

/// Tokens that a broker got for the app, and the parameters of the request: not to be trusted before they are checked.
package struct DeliveredTokens: Sendable {
    /// The token response.
    package var response: TokenResponse
    /// The authority of the request.
    package var authority: Authority
    /// The app's client id: the id token must be for it.
    package var clientID: String
    /// The scopes that were requested, including the reserved ones.
    package var scopes: ScopeSet
    /// The correlation id of the request.
    package var correlationID: String
    /// The key that the access token is to be bound to; nil for a bearer token.
    package var binding: TokenBinding?
    /// The version of the endpoints.
    package var dialect = OAuthDialect.v2
    /// v1: the resource of the access token.
    package var resource: String?

    /// Makes a description of delivered tokens.
    package init(
        response: TokenResponse, authority: Authority, clientID: String, scopes: ScopeSet, correlationID: String
    ) {
        self.response = response
        self.authority = authority
        self.clientID = clientID
        self.scopes = scopes
        self.correlationID = correlationID
    }
}
