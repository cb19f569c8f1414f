public import KeyfobCore
public import KeyfobOAuth

/// Tokens that a broker got for the app, and the parameters of the request: not to be trusted before they are checked.
public struct DeliveredTokens: Sendable {
    /// The token response.
    public var response: TokenResponse
    /// The authority of the request.
    public var authority: Authority
    /// The app's client id: the id token must be for it.
    public var clientID: String
    /// The scopes that were requested, including the reserved ones.
    public var scopes: ScopeSet
    /// The correlation id of the request.
    public var correlationID: String
    /// The key that the access token is to be bound to; nil for a bearer token.
    public var binding: TokenBinding?
    /// The version of the endpoints.
    public var dialect = OAuthDialect.v2

    /// Makes a description of delivered tokens.
    public init(
        response: TokenResponse, authority: Authority, clientID: String, scopes: ScopeSet, correlationID: String
    ) {
        self.response = response
        self.authority = authority
        self.clientID = clientID
        self.scopes = scopes
        self.correlationID = correlationID
    }
}
