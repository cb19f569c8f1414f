// Module: KeyfobCrypto
//
// Certificates of devices, requests for them and public keys in the forms of others: reading is total, and nothing that
// an authority did not sign is its.
import Foundation

@testable import KeyfobCrypto

private let authority = P256PrivateKey().publicKey

/// Tries one input.
func fuzzDeviceCertificates(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let certificate = try? DeviceCertificate(der: bytes), certificate.isIssued(by: .p256(authority)) { abort() }
    _ = try? CertificateRequest(verifying: bytes)
    if let key = try? BCryptBlob.decode(bytes) {
        guard BCryptBlob.encode(key) == bytes || bytes.starts(with: Array("RSA1".utf8)) else { abort() }
        guard (try? BCryptBlob.decode(BCryptBlob.encode(key))) == key else { abort() }
    }
    if let key = try? AsymmetricPublicKey(der: bytes), (try? AsymmetricPublicKey(der: key.der)) != key { abort() }
    return 0
}
