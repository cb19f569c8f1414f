/// The identity of a TLS server: its certificate and the private key.
public struct ServerIdentity: Sendable {
    /// The certificate, then any intermediates, as PEM.
    public let certificatePEM: String
    /// The private key as PEM.
    public let privateKeyPEM: String

    /// Stores the pair; a mismatch is found when a server starts.
    public init(certificatePEM: String, privateKeyPEM: String) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}
