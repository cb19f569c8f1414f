#if LinuxTransport
import KeyfobCore
import NIOSSL

/// The certification authorities that a transport trusts.
public enum TLSTrust: Sendable, Hashable {
    /// The operating system's.
    case system
    /// Those in a PEM file, and no others.
    case caFile(String)

    /// The setting of the environment: `KEYFOB_CA_FILE`, else `SSL_CERT_FILE`, else the system's authorities. An
    /// explicit file takes precedence over both.
    ///
    /// - Parameters:
    ///   - caFile: the path from a command line, if one was given.
    ///   - environment: the process's environment variables.
    public init(caFile: String? = nil, environment: [String: String]) {
        let named = [caFile, environment["KEYFOB_CA_FILE"], environment["SSL_CERT_FILE"]]
        self = named.compactMap { $0 }.first { !$0.isEmpty }.map { .caFile($0) } ?? .system
    }

    /// Reads the authorities.
    func configuration() throws(AuthError) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        guard case .caFile(let path) = self else { return configuration }
        let certificates: [NIOSSLCertificate]
        do {
            certificates = try NIOSSLCertificate.fromPEMFile(path)
        } catch {
            throw Self.unusable(path, cause: error)
        }
        guard !certificates.isEmpty else { throw Self.unusable(path, cause: nil) }
        configuration.trustRoots = .certificates(certificates)
        return configuration
    }

    private static func unusable(_ path: String, cause: (any Error)?) -> AuthError {
        AuthError(
            .configuration, origin: .app,
            message: "The file of certification authorities, \(path), cannot be read as PEM certificates.",
            remedy: "Name a readable PEM file with --ca-file, KEYFOB_CA_FILE or SSL_CERT_FILE; "
                + "\"keyfob idp ca\" prints the path of the local identity provider's.",
            cause: cause)
    }
}
#endif
