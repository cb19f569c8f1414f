#if Server
import Crypto
import Foundation
import SwiftASN1
import X509

/// The fields that the certificates of an authority and of its servers share.
struct CertificateTemplate {
    let commonName: String
    let days: Int
    let now: Date

    /// Makes and signs a certificate; without an issuer it is self-signed.
    func signed(
        publicKey: Certificate.PublicKey, issuer: DistinguishedName?, by key: P256PrivateKey,
        extensions add: (inout Certificate.Extensions) throws -> Void
    ) throws(CryptoError) -> Certificate {
        // The X.509 library converts to whole seconds without a check, so the time is checked first.
        guard (0...2e11).contains(now.timeIntervalSince1970) else {
            throw CryptoError("The current time is outside the range of certificates.")
        }
        do {
            var extensions = Certificate.Extensions()
            try add(&extensions)
            let subject = try DistinguishedName { CommonName(commonName) }
            return try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-3600),
                notValidAfter: now.addingTimeInterval(Double(days) * 86400), issuer: issuer ?? subject,
                subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
                issuerPrivateKey: Certificate.PrivateKey(key.key))
        } catch {
            throw CryptoError("The certificate could not be made.")
        }
    }
}

extension Certificate {
    /// The certificate as PEM, with a newline at the end.
    func pem() throws(CryptoError) -> String {
        do { return try serializeAsPEM().pemString + "\n" } catch {
            throw CryptoError("The certificate could not be written.")
        }
    }
}
#endif
