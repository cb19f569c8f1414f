/// What a TLS server shows and proves: its certificate and the key that belongs to it.
public struct ServerIdentity: Sendable {
    /// The certificate, then any intermediates, as PEM.
    public let certificatePEM: String
    /// The private key as PEM.
    public let privateKeyPEM: String

    /// Keeps the pair; whether the two fit is found when a server starts.
    public init(certificatePEM: String, privateKeyPEM: String) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}
