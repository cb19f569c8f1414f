public import KeyfobCore
public import KeyfobOAuth

/// What is needed to get tokens for a SAML assertion at the version 1 endpoint (RFC 7522).
public struct AssertionFlowParameters: Sendable {
    /// The app's client id.
    public var clientID: String
    /// Where the assertion is redeemed.
    public var authority: Authority
    /// What the access token is for (`resource`).
    public var resource: String
    /// The assertion's XML.
    public var assertion: Secret<String>
    /// Of which version the assertion is.
    public var version: SAMLAssertionGrant
    /// `claims`: the JSON text, capabilities included.
    public var claims: String?
    /// The id by which the server's logs know this call; a random one if it is nil.
    public var correlationID: String?
    /// Further header fields of the token request, for the server's telemetry.
    public var headerFields = HTTPFields()

    /// Makes parameters.
    public init(
        clientID: String, authority: Authority, resource: String, assertion: Secret<String>,
        version: SAMLAssertionGrant, claims: String? = nil, correlationID: String? = nil
    ) {
        self.clientID = clientID
        self.authority = authority
        self.resource = resource
        self.assertion = assertion
        self.version = version
        self.claims = claims
        self.correlationID = correlationID
    }
}
