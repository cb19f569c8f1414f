#if Server
import Crypto
package import Foundation
package import KeyfobCore
import SwiftASN1
import X509

/// An authority that certifies users, for tests and demonstrations of sign-in by certificate.
///
/// Unless for servers, its certificates are only for client authentication.
package struct UserCertificateAuthority: Sendable {
    private let key: P256PrivateKey
    private let certificate: Certificate
    /// The authority's own certificate in DER, which a tenant can trust.
    package let der: [UInt8]

    /// A user's certificate and its private key.
    package struct Issued: Sendable {
        /// The certificate as PEM.
        package let certificatePEM: String
        /// The private key as PKCS #8 PEM.
        package let privateKeyPEM: Secret<String>
        /// The certificate in DER.
        package let der: [UInt8]
    }

    /// The authority's certificate as PEM.
    package var certificatePEM: String {
        get throws(CryptoError) { try certificate.pem() }
    }

    /// Makes a root with a new P-256 key, valid from an hour ago for ten years.
    ///
    /// - Parameters:
    ///   - commonName: its name.
    ///   - now: the current time.
    /// - Throws: ``CryptoError`` if the time is out of range.
    package static func create(commonName: String, now: Date) throws(CryptoError) -> UserCertificateAuthority {
        let key = P256PrivateKey()
        return try UserCertificateAuthority(key: key, commonName: commonName, issuer: nil, by: key, now: now)
    }

    /// Makes an intermediate authority below this one.
    ///
    /// - Throws: ``CryptoError`` if the time is out of range.
    package func subordinate(commonName: String, now: Date) throws(CryptoError) -> UserCertificateAuthority {
        try UserCertificateAuthority(
            key: P256PrivateKey(), commonName: commonName, issuer: certificate.subject, by: key, now: now)
    }

    private init(
        key: P256PrivateKey, commonName: String, issuer: DistinguishedName?, by signer: P256PrivateKey, now: Date
    ) throws(CryptoError) {
        let publicKey = Certificate.PublicKey(key.key.publicKey)
        let certificate = try CertificateTemplate(commonName: commonName, days: 3650, now: now).signed(
            publicKey: publicKey, issuer: issuer, by: signer
        ) { extensions in
            try extensions.append(
                Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: nil), critical: true))
            try extensions.append(Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true))
            try extensions.append(Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false))
        }
        self.key = key
        self.certificate = certificate
        der = try certificate.derBytes()
    }

    /// Certifies a user, with a new P-256 key.
    ///
    /// - Parameters:
    ///   - commonName: the user's name, the subject.
    ///   - principalName: the user principal name among the alternative names; nil leaves it out.
    ///   - mailAddress: a mail address among the alternative names; nil leaves it out.
    ///   - now: the current time; the certificate is valid from an hour before it.
    ///   - validDays: its validity in days, 1 to 825.
    ///   - isForServers: makes a server's certificate instead, which is refused for sign-in.
    /// - Throws: ``CryptoError`` if the days or the time are out of range.
    package func issue(
        commonName: String, principalName: String?, mailAddress: String? = nil, now: Date, validDays: Int = 365,
        isForServers: Bool = false
    ) throws(CryptoError) -> Issued {
        guard (1...825).contains(validDays) else { throw CryptoError("A user's certificate is for 1 to 825 days.") }
        let leafKey = P256PrivateKey()
        let publicKey = Certificate.PublicKey(leafKey.key.publicKey)
        var names: [GeneralName] = []
        if let principalName {
            do {
                let value = try ASN1Any(erasing: ASN1UTF8String(principalName))
                names.append(.otherName(.init(typeID: [1, 3, 6, 1, 4, 1, 311, 20, 2, 3], value: value)))
            } catch {
                throw CryptoError("The user principal name cannot be encoded in a certificate.")
            }
        }
        if let mailAddress { names.append(.rfc822Name(mailAddress)) }
        let leaf = try CertificateTemplate(commonName: commonName, days: validDays, now: now).signed(
            publicKey: publicKey, issuer: certificate.subject, by: key
        ) { extensions in
            try extensions.append(Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true))
            try extensions.append(Certificate.Extension(KeyUsage(digitalSignature: true), critical: true))
            try extensions.append(
                Certificate.Extension(
                    ExtendedKeyUsage([isForServers ? .serverAuth : .clientAuth]), critical: false))
            if !names.isEmpty {
                try extensions.append(Certificate.Extension(SubjectAlternativeNames(names), critical: false))
            }
            try extensions.append(Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false))
        }
        return Issued(
            certificatePEM: try leaf.pem(), privateKeyPEM: Secret(leafKey.pem), der: try leaf.derBytes())
    }
}

extension Certificate {
    /// The certificate in DER.
    fileprivate func derBytes() throws(CryptoError) -> [UInt8] {
        do {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        } catch {
            throw CryptoError("The certificate could not be written.")
        }
    }
}
#endif
