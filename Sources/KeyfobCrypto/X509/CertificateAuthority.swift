#if Server
import Crypto
package import Foundation
import KeyfobCore
import SwiftASN1
import X509

/// The certificate authority of a local identity provider.
///
/// It is made to be harmless in a trust store: critical name constraints (RFC 5280 section 4.2.1.10) limit its
/// certificates to this machine, `.test` and the configured hosts, and it cannot have a subordinate authority.
package struct CertificateAuthority: Sendable {
    /// Deliberately not a host name: verifiers that still check common names apply the name constraints to them.
    private static let serverName = "Keyfob local server"

    private let key: P256PrivateKey
    private let certificate: Certificate
    private let permitted: PermittedNames
    /// The authority's own certificate, to be added to clients' trust stores.
    package let certificatePEM: String

    /// The private key. It is a secret: keep it in a file of mode 0600.
    package var privateKeyPEM: String { key.pem }

    /// Makes an authority with a new P-256 key, valid from an hour ago for ten years.
    ///
    /// - Parameters:
    ///   - commonName: the name that trust stores show.
    ///   - permittedDNS: host names, including their subdomains, and IP addresses that it may certify besides
    ///     `localhost`, `test`, `127.0.0.1` and `::1`.
    ///   - now: the current time.
    /// - Throws: ``CryptoError`` if a host name is malformed or the time is out of range.
    package static func create(
        commonName: String, permittedDNS: [String] = [], now: Date
    ) throws(CryptoError) -> CertificateAuthority {
        try create(commonName: commonName, names: PermittedNames(configured: permittedDNS), days: 3650, now: now)
    }

    /// Makes an authority for the given hosts and nothing else, valid from an hour ago.
    ///
    /// Its certificates are for servers only: the authority's own purposes say so, and verifiers apply them to what it
    /// issues.
    ///
    /// - Parameters:
    ///   - commonName: the name that trust stores show.
    ///   - hosts: the host names that it may certify. By RFC 5280 each includes its subdomains.
    ///   - days: its validity.
    ///   - now: the current time.
    /// - Throws: ``CryptoError`` if there is no host, one is malformed or an address, or the time is out of range.
    package static func create(
        commonName: String, onlyFor hosts: [String], days: Int, now: Date
    ) throws(CryptoError) -> CertificateAuthority {
        try create(
            commonName: commonName, names: PermittedNames(only: hosts), days: days, now: now, purposes: [.serverAuth])
    }

    private static func create(
        commonName: String, names: PermittedNames, days: Int, now: Date,
        purposes: [ExtendedKeyUsage.Usage] = []
    ) throws(CryptoError) -> CertificateAuthority {
        let key = P256PrivateKey()
        let publicKey = Certificate.PublicKey(key.key.publicKey)
        let certificate = try CertificateTemplate(commonName: commonName, days: days, now: now).signed(
            publicKey: publicKey, issuer: nil, by: key
        ) { extensions in
            try extensions.append(
                Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: 0), critical: true))
            try extensions.append(Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true))
            if !purposes.isEmpty {
                try extensions.append(Certificate.Extension(ExtendedKeyUsage(purposes), critical: false))
            }
            try extensions.append(Certificate.Extension(names.constraints, critical: true))
            try extensions.append(Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false))
        }
        return try CertificateAuthority(key: key, certificate: certificate, permitted: names)
    }

    /// The last moment of its validity.
    package var validUntil: Date { certificate.notValidAfter }

    /// Parses a stored authority.
    ///
    /// - Throws: ``CryptoError`` if the texts are not a certificate authority with name constraints and its P-256 key.
    package init(certificatePEM: String, privateKeyPEM: String) throws(CryptoError) {
        let key = try P256PrivateKey(pem: privateKeyPEM)
        guard let certificate = try? Certificate(pemEncoded: certificatePEM),
            case .isCertificateAuthority = try? certificate.extensions.basicConstraints,
            let constraints = try? certificate.extensions.nameConstraints
        else { throw CryptoError("The text is not the certificate of an authority with name constraints.") }
        guard certificate.publicKey == Certificate.PublicKey(key.key.publicKey) else {
            throw CryptoError("The private key is not the certificate authority's.")
        }
        try self.init(key: key, certificate: certificate, permitted: PermittedNames(constraints))
    }

    private init(key: P256PrivateKey, certificate: Certificate, permitted: PermittedNames) throws(CryptoError) {
        self.key = key
        self.certificate = certificate
        self.permitted = permitted
        certificatePEM = try certificate.pem()
    }

    /// Issues a server's certificate with a new P-256 key.
    ///
    /// - Parameters:
    ///   - hosts: host names and IP addresses, at least one.
    ///   - now: the current time; the certificate is valid from an hour before it.
    ///   - validDays: its validity in days, 1 to 825.
    /// - Throws: ``CryptoError`` if there is no host, the authority does not permit one, or the days are out of range.
    package func issue(
        hosts: [String], now: Date, validDays: Int = 90
    ) throws(CryptoError) -> (certificatePEM: String, privateKeyPEM: String) {
        guard !hosts.isEmpty, (1...825).contains(validDays) else {
            throw CryptoError("A server's certificate is for at least one host, and for 1 to 825 days.")
        }
        var names: [GeneralName] = []
        for host in hosts {
            let name = try permitted.subjectAlternativeName(of: host)
            if !names.contains(name) { names.append(name) }
        }
        let leafKey = P256PrivateKey()
        let publicKey = Certificate.PublicKey(leafKey.key.publicKey)
        let authorityKey = SubjectKeyIdentifier(hash: certificate.publicKey)
        let leaf = try CertificateTemplate(commonName: Self.serverName, days: validDays, now: now).signed(
            publicKey: publicKey, issuer: certificate.subject, by: key
        ) { extensions in
            try extensions.append(Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true))
            try extensions.append(Certificate.Extension(KeyUsage(digitalSignature: true), critical: true))
            try extensions.append(Certificate.Extension(ExtendedKeyUsage([.serverAuth]), critical: false))
            try extensions.append(Certificate.Extension(SubjectAlternativeNames(names), critical: false))
            try extensions.append(Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false))
            try extensions.append(
                Certificate.Extension(
                    AuthorityKeyIdentifier(keyIdentifier: authorityKey.keyIdentifier), critical: false))
        }
        return (try leaf.pem(), leafKey.pem)
    }
}
#endif
