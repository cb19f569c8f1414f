/// The identity of a TLS server: its certificate and the private key.
package struct ServerIdentity: Sendable {
    /// The certificate, then any intermediates, as PEM.
    package let certificatePEM: String
    /// The private key as PEM.
    package let privateKeyPEM: String

    /// Stores the pair; a mismatch is found when a server starts.
    package init(certificatePEM: String, privateKeyPEM: String) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}
