public import KeyfobCore

/// What to ask a person for, on another device (RFC 8628).
public struct DeviceCodeParameters: Sendable {
    /// The scopes of one resource that the access token must have.
    public var scopes: ScopeSet
    /// Where, if not at the application's own authority.
    public var authority: Authority?
    /// Claims to ask for.
    public var claims: ClaimsRequest?
    /// What ties this call to the server's log; made up if nil.
    public var correlationID: String?
    /// How the token is to be shown to the resource.
    public var scheme: AuthenticationScheme = .bearer

    /// Makes the parameters.
    public init(
        scopes: ScopeSet, authority: Authority? = nil, claims: ClaimsRequest? = nil, correlationID: String? = nil
    ) {
        self.scopes = scopes
        self.authority = authority
        self.claims = claims
        self.correlationID = correlationID
    }
}
