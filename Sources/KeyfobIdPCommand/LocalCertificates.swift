#if Server
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPHTTP

/// The provider's own certificate authority, kept in the data directory, and the server certificates it issues.
///
/// The authority is made once and kept, because clients trust it. A server certificate is issued at each start and kept
/// in memory only: it never expires on disk, always fits the hosts, and its key is never stored.
enum LocalCertificates {
    /// The validity of a server certificate in days: longer than any run, and short enough for clients to accept it.
    private static let validDays = 397

    /// Reads the authority, or makes it.
    ///
    /// - Parameter names: host names besides `localhost` and those under `.test` that a new one may certify.
    static func authority(
        in directory: DataDirectory, names: [String], clock: any WallClock
    ) throws(AuthError) -> CertificateAuthority {
        if let authority = try stored(in: directory) { return authority }
        return try create(in: directory) { () throws(CryptoError) in
            try .create(commonName: "Keyfob local CA", permittedDNS: names, now: clock.now)
        }
    }

    /// Reads the separate authority for Microsoft's hosts, or makes it. It is valid for a year: one that was forgotten
    /// in a trust store becomes useless by itself.
    ///
    /// - Parameters:
    ///   - directory: its own folder.
    ///   - hosts: the only hosts that it may certify.
    ///   - clock: the machine's time.
    static func standInAuthority(
        in directory: DataDirectory, hosts: [String], clock: any WallClock
    ) throws(AuthError) -> CertificateAuthority {
        try directory.prepare()
        if let authority = try stored(in: directory) {
            guard authority.validUntil > clock.now else {
                throw .configuration("The CA in \(directory.path) has expired.", remedy: remedy)
            }
            return authority
        }
        return try create(in: directory) { () throws(CryptoError) in
            try .create(
                commonName: "Keyfob stand-in CA (tests only)", onlyFor: hosts, days: standInDays, now: clock.now)
        }
    }

    private static let standInDays = 365

    private static func stored(in directory: DataDirectory) throws(AuthError) -> CertificateAuthority? {
        guard let certificate = try directory.read(directory.caCertificate) else { return nil }
        do {
            let key = try directory.read(directory.caKey) ?? ""
            return try CertificateAuthority(certificatePEM: certificate, privateKeyPEM: key)
        } catch {
            throw .configuration("The CA in \(directory.path) is damaged: \(error)", remedy: remedy)
        }
    }

    /// Issues a server certificate for these hosts.
    static func serverIdentity(
        hosts: [String], by authority: CertificateAuthority, in directory: DataDirectory, clock: any WallClock
    ) throws(AuthError) -> ServerIdentity {
        do {
            let pair = try authority.issue(hosts: hosts, now: clock.now, validDays: validDays)
            return ServerIdentity(certificatePEM: pair.certificatePEM, privateKeyPEM: pair.privateKeyPEM)
        } catch {
            throw .configuration(
                "The CA in \(directory.path) cannot certify \(hosts.joined(separator: ", ")): \(error.message) "
                    + "It is made for the names of the first start.", remedy: remedy)
        }
    }

    /// Whether a host is an address, which a client does not name in the handshake.
    static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }

    private static let remedy =
        "Delete ca.pem and ca-key.pem there: the next start makes another CA, which clients then have to trust."

    private static func create(
        in directory: DataDirectory, _ make: () throws(CryptoError) -> CertificateAuthority
    ) throws(AuthError) -> CertificateAuthority {
        let authority: CertificateAuthority
        do {
            authority = try make()
        } catch {
            throw .configuration("The local CA cannot be made: \(error.message)", remedy: "Check --host and --name.")
        }
        try directory.write(authority.privateKeyPEM, to: directory.caKey)
        try directory.write(authority.certificatePEM, to: directory.caCertificate)
        return authority
    }
}
#endif
