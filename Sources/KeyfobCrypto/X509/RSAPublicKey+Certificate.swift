import CryptoExtras
import Foundation
import SwiftASN1

extension RSAPublicKey {
    /// The key inside an X.509 certificate (RFC 5280 section 4.1).
    ///
    /// Nothing of the certificate is judged, neither its signature nor its dates: whoever passes one has decided to
    /// trust the key in it.
    ///
    /// - Parameter der: the certificate in DER.
    /// - Throws: ``CryptoError`` if the bytes are no certificate, or the key in it is not RSA of 2048 to 8192 bits.
    public init(certificate der: [UInt8]) throws(CryptoError) {
        do {
            let certificate = try DER.parse(der)
            guard case .constructed(let parts) = certificate.content,
                let body = Array(parts).first, case .constructed(let fields) = body.content
            else { throw CryptoError("The bytes are no X.509 certificate.") }
            // version [0]?, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
            let named = Array(fields).drop { $0.identifier.tagClass == .contextSpecific }.dropFirst(5)
            guard let info = named.first else { throw CryptoError("The bytes are no X.509 certificate.") }
            try self.init(_RSA.Signing.PublicKey(derRepresentation: Array(info.encodedBytes)))
        } catch let error as CryptoError {
            throw error
        } catch {
            throw CryptoError("The bytes are no X.509 certificate with an RSA key.")
        }
    }
}
