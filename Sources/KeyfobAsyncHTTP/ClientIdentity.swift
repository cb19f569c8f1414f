#if LinuxTransport
public import KeyfobCore
import NIOSSL

/// The identity of a TLS client, for servers that request one: the certificate of a user or a device (RFC 8446 section
/// 4.4.2), and its private key.
public struct ClientIdentity: Sendable {
    private enum Source: Sendable {
        case memory(certificatePEM: String, privateKeyPEM: Secret<String>)
        case files(certificate: String, privateKey: String)
    }

    private let source: Source

    /// Makes an identity of a pair; whether the two match is checked when a transport is made.
    ///
    /// - Parameters:
    ///   - certificatePEM: the certificate, then any intermediates.
    ///   - privateKeyPEM: the private key, as PKCS #8 or in its own form.
    public init(certificatePEM: String, privateKeyPEM: Secret<String>) {
        source = .memory(certificatePEM: certificatePEM, privateKeyPEM: privateKeyPEM)
    }

    /// Makes an identity of the files of a pair, in PEM; they are read when a transport is made.
    public init(certificateFile: String, privateKeyFile: String) {
        source = .files(certificate: certificateFile, privateKey: privateKeyFile)
    }

    /// Adds the pair to a client's configuration.
    func present(in configuration: inout TLSConfiguration) throws(AuthError) {
        do {
            let certificates: [NIOSSLCertificate]
            let key: NIOSSLPrivateKey
            switch source {
            case .memory(let certificatePEM, let privateKeyPEM):
                certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8))
                key = try NIOSSLPrivateKey(bytes: Array(privateKeyPEM.reveal().utf8), format: .pem)
            case .files(let certificate, let privateKey):
                certificates = try NIOSSLCertificate.fromPEMFile(certificate)
                key = try NIOSSLPrivateKey(file: privateKey, format: .pem)
            }
            guard !certificates.isEmpty else { throw Unusable() }
            configuration.certificateChain = certificates.map { .certificate($0) }
            configuration.privateKey = .privateKey(key)
            // Otherwise a key that does not match is found at the first connection only, as an error of the server.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw AuthError(
                .configuration, origin: .app,
                message: "The certificate to present, or its private key, cannot be used.",
                remedy: "Give both in PEM, the key without a password, and the key that belongs to the certificate.",
                cause: error)
        }
    }

    private struct Unusable: Error {}
}
#endif
