package import KeyfobCore
package import KeyfobOAuth

/// The parameters of a token request with a SAML assertion at the version 1 endpoint (RFC 7522).
package struct AssertionFlowParameters: Sendable {
    /// The app's client id.
    package var clientID: String
    /// The authority where the assertion is redeemed.
    package var authority: Authority
    /// The resource of the access token (`resource`).
    package var resource: String
    /// The assertion's XML.
    package var assertion: Secret<String>
    /// The version of the assertion.
    package var version: SAMLAssertionGrant
    /// `claims`: the JSON text, including capabilities.
    package var claims: String?
    /// The correlation id of the call in the server's logs; random if nil.
    package var correlationID: String?
    /// Further header fields of the token request, for the server's telemetry.
    package var headerFields = HTTPFields()

    /// Makes parameters.
    package init(
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
