import Foundation
import KeyfobCore
import SwiftASN1

/// A certificate that a client registers for its key. It carries no trust: an administrator has registered it.
package struct CredentialCertificate: Sendable, Hashable {
    /// The certificate in DER.
    package let der: [UInt8]
    /// The client's key.
    package let publicKey: RSAPublicKey
    /// The start of its validity (Unix seconds).
    package let startsAt: Int64
    /// The end of its validity (Unix seconds).
    package let endsAt: Int64

    /// Parses a certificate (RFC 5280 section 4.1).
    ///
    /// - Throws: ``CryptoError`` if the bytes are not a certificate, or its key is not RSA of 2048 to 8192 bits.
    package init(der: [UInt8]) throws(CryptoError) {
        guard let parsed = SignedBody(der: der), let fields = parsed.body.children else {
            throw CryptoError("The bytes are not an X.509 certificate.")
        }
        // version [0]?, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
        let named = Array(fields.drop { $0.identifier.tagClass == .contextSpecific })
        guard named.count >= 6, let validity = named[3].children, validity.count == 2,
            let start = CertificateMoment.date(validity[0]), let end = CertificateMoment.date(validity[1])
        else { throw CryptoError("The bytes are not an X.509 certificate.") }
        self.der = der
        publicKey = try RSAPublicKey(certificate: der)
        startsAt = start.unixSeconds
        endsAt = end.unixSeconds
    }
}
