public import KeyfobCore
public import KeyfobOAuth

/// A token request whose parameters are signed already: a broker's use of a primary refresh token.
public struct SignedRequestParameters: Sendable {
    /// The client in whose name it is made.
    public var clientID: String
    /// Where the tokens are wanted from.
    public var authority: Authority
    /// The scopes that were asked for, the reserved ones included.
    public var scopes: ScopeSet
    /// The form, signed.
    public var form: FormParameters
    /// Makes JSON of the answer's body, which may be encrypted for whoever signed the request.
    public var opening: @Sendable ([UInt8]) throws(AuthError) -> [UInt8]
    /// The id by which the server's logs know this call; a random one if it is nil.
    public var correlationID: String?
    /// Whether an error that a sign-in mends is one of a call that a person watches.
    public var mode: AcquisitionMode = .silent
    /// Whose endpoints are used.
    public var dialect: OAuthDialect = .v2
    /// v1: what the access token is for (`resource`).
    public var resource: String?
    /// The key that the access token shall be bound to; nil for a bearer token.
    public var binding: TokenBinding?

    /// Makes parameters.
    public init(
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
