// Module: KeyfobJOSE
//
// Encrypted messages: reading is total, and nobody can make one that opens without the key.
import Foundation
import KeyfobCore
import KeyfobCrypto

@testable import KeyfobJOSE

private let key = [UInt8](repeating: 7, count: 32)
private let recipient = AsymmetricKey.p256(P256PrivateKey())

/// Tries one input.
func fuzzEncryptedMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let message = try? JWE(compact: text) {
        guard (try? message.open(key: key)) == nil else { abort() }
        _ = try? message.openAlsoUnauthenticated(key: key)
        _ = try? message.contentKey(with: recipient)
    }
    if let jws = try? JWS(compact: text) {
        _ = try? jws.certificates()
        guard (try? jws.verify(secret: key)) == nil, (try? jws.verify(with: recipient.publicKey)) == nil else {
            abort()
        }
    }
    if let decoded = Base64.decode(text), Base64.encode(decoded) != text { abort() }
    guard let sealed = try? JWE.seal(bytes, key: key, initializationVector: [UInt8](repeating: 1, count: 12)),
        let opened = try? JWE(compact: sealed).open(key: key), opened == bytes
    else { abort() }
    return 0
}
