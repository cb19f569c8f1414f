import CryptoExtras
import Foundation
import SwiftASN1

extension RSAPublicKey {
    /// Takes the key from an X.509 certificate (RFC 5280 section 4.1).
    ///
    /// The certificate's signature and dates are not checked: the caller has already decided to trust the key.
    ///
    /// - Parameter der: the certificate in DER.
    /// - Throws: ``CryptoError`` if the bytes are not a certificate, or its key is not RSA of 2048 to 8192 bits.
    package init(certificate der: [UInt8]) throws(CryptoError) {
        do {
            let certificate = try DER.parse(der)
            guard case .constructed(let parts) = certificate.content,
                let body = Array(parts).first, case .constructed(let fields) = body.content
            else { throw CryptoError("The bytes are not an X.509 certificate.") }
            // version [0]?, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
            let named = Array(fields).drop { $0.identifier.tagClass == .contextSpecific }.dropFirst(5)
            guard let info = named.first else { throw CryptoError("The bytes are not an X.509 certificate.") }
            try self.init(_RSA.Signing.PublicKey(derRepresentation: Array(info.encodedBytes)))
        } catch let error as CryptoError {
            throw error
        } catch {
            throw CryptoError("The bytes are not an X.509 certificate with an RSA key.")
        }
    }
}
