public import KeyfobCore
public import KeyfobOAuth

/// Tokens that somebody else got for the app, a broker, and what was asked of it: not believed before they are checked.
public struct DeliveredTokens: Sendable {
    /// What came.
    public var response: TokenResponse
    /// Where it was asked for.
    public var authority: Authority
    /// The app's client id: the id token must be for it.
    public var clientID: String
    /// The scopes that were asked for, the reserved ones included.
    public var scopes: ScopeSet
    /// What ties the request to the server's log.
    public var correlationID: String
    /// The key that the access token shall be bound to; nil for a bearer token.
    public var binding: TokenBinding?
    /// Of which version the endpoints were.
    public var dialect = OAuthDialect.v2

    /// Describes what came.
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
