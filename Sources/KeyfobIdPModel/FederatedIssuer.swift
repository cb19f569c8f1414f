/// An external identity provider whose signed assertions a tenant accepts for its users (RFC 7522).
package struct FederatedIssuer: Sendable, Hashable, Codable {
    /// The issuer's name, as in its assertions.
    package var issuer: String
    /// The X.509 certificates of its signing keys in DER, each with an RSA key.
    package var certificates: [[UInt8]]

    /// Makes an issuer.
    package init(issuer: String, certificates: [[UInt8]]) {
        self.issuer = issuer
        self.certificates = certificates
    }
}
