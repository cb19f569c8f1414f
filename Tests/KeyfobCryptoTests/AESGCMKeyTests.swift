import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("AES-GCM")
struct AESGCMKeyTests {
    @Test("the published vectors, in both directions")
    func vectors() throws {
        for vector in try Vectors.list("nist-aes-gcm.json") {
            let key = try AESGCMKey(try vector.hex("key"))
            let nonce = try vector.hex("nonce")
            let plain = try vector.hex("plain")
            let associatedData = try vector.hex("associatedData")
            let sealed = try key.seal(plain, nonce: nonce, associatedData: associatedData)
            #expect(sealed == nonce + (try vector.hex("ciphertext")) + (try vector.hex("tag")))
            #expect(try key.open(sealed, associatedData: associatedData) == plain)
        }
    }

    @Test("a change of any bit, of the key or of the associated data is detected")
    func changes() throws {
        let key = try AESGCMKey([UInt8](repeating: 7, count: 32))
        let sealed = try key.seal([1, 2, 3], nonce: [UInt8](repeating: 9, count: 12), associatedData: [4])
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(throws: CryptoError.self) { try key.open(changed, associatedData: [4]) }
            }
        }
        for length in sealed.indices {
            #expect(throws: CryptoError.self) { try key.open(Array(sealed.prefix(length)), associatedData: [4]) }
        }
        #expect(throws: CryptoError.self) { try key.open(sealed, associatedData: []) }
        let other = try AESGCMKey([UInt8](repeating: 8, count: 32))
        #expect(throws: CryptoError.self) { try other.open(sealed, associatedData: [4]) }
    }

    @Test("other lengths of key and nonce are refused")
    func lengths() throws {
        for count in [0, 15, 17, 24, 31, 33] {
            #expect(throws: CryptoError.self) { try AESGCMKey([UInt8](repeating: 0, count: count)) }
        }
        let key = try AESGCMKey([UInt8](repeating: 0, count: 16))
        for count in [0, 11, 13, 16] {
            #expect(throws: CryptoError.self) {
                try key.seal([1], nonce: [UInt8](repeating: 0, count: count), associatedData: [])
            }
        }
    }
}
