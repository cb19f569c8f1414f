public import KeyfobCore
public import KeyfobOAuth

/// What an app asks for when the person signs in on another device.
public struct DeviceCodeFlowParameters: Sendable {
    /// The app's client id.
    public var clientID: String
    /// Where to sign in.
    public var authority: Authority
    /// The scopes that a token is wanted for, without the reserved ones, which are always sent.
    public var scopes: ScopeSet
    /// `claims`: the JSON text, capabilities included.
    public var claims: String?
    /// The id by which the server's logs know this call; a random one if it is nil.
    public var correlationID: String?
    /// The key that the access token shall be bound to; nil for a bearer token.
    public var binding: TokenBinding?
    /// Further header fields of the token request, for the server's telemetry.
    public var headerFields = HTTPFields()
    /// Further parameters of the token endpoint's query.
    public var tokenQuery = FormParameters()

    /// Makes parameters.
    public init(
        clientID: String, authority: Authority, scopes: ScopeSet, claims: String? = nil, correlationID: String? = nil
    ) {
        self.clientID = clientID
        self.authority = authority
        self.scopes = scopes
        self.claims = claims
        self.correlationID = correlationID
    }
}
