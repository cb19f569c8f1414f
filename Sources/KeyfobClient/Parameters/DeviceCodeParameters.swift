public import KeyfobCore

/// The parameters of a sign-in on another device (RFC 8628).
public struct DeviceCodeParameters: Sendable {
    /// The scopes of one resource that the access token must have.
    public var scopes: ScopeSet
    /// The authority; nil means the application's own.
    public var authority: Authority?
    /// Claims to request.
    public var claims: ClaimsRequest?
    /// The id of this call in the server's log; made up if nil.
    public var correlationID: String?
    /// How the token is presented to the resource.
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
