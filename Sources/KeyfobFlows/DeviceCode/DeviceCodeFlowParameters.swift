package import KeyfobCore
package import KeyfobOAuth

/// The parameters of a token request in which the user signs in on another device.
package struct DeviceCodeFlowParameters: Sendable {
    /// The app's client id.
    package var clientID: String
    /// The authority to sign in at.
    package var authority: Authority
    /// The scopes that a token is requested for, without the reserved ones, which ``ScopeRules`` adds.
    package var scopes: ScopeSet
    /// `claims`: the JSON text, including capabilities.
    package var claims: String?
    /// The secret of a registration at an OpenID provider that gives one to installed apps too.
    package var clientSecret: Secret<String>?
    /// The correlation id of the call in the server's logs; random if nil.
    package var correlationID: String?
    /// The key that the access token is to be bound to; nil for a bearer token.
    package var binding: TokenBinding?
    /// Further header fields of the token request, for the server's telemetry.
    package var headerFields = HTTPFields()
    /// Further query parameters of the token endpoint.
    package var tokenQuery = FormParameters()

    /// Makes parameters.
    package init(
        clientID: String, authority: Authority, scopes: ScopeSet, claims: String? = nil, correlationID: String? = nil
    ) {
        self.clientID = clientID
        self.authority = authority
        self.scopes = scopes
        self.claims = claims
        self.correlationID = correlationID
    }
}
