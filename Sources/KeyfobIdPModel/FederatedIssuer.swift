/// An external identity provider whose signed assertions a tenant accepts for its users (RFC 7522).
public struct FederatedIssuer: Sendable, Hashable, Codable {
    /// The issuer's name, as in its assertions.
    public var issuer: String
    /// The X.509 certificates of its signing keys in DER, each with an RSA key.
    public var certificates: [[UInt8]]

    /// Makes an issuer.
    public init(issuer: String, certificates: [[UInt8]]) {
        self.issuer = issuer
        self.certificates = certificates
    }
}
