/// Public keys in the format of Windows' cryptography (`BCRYPT_RSAKEY_BLOB`, `BCRYPT_ECCKEY_BLOB`), in which a device
/// sends its transport key when it registers.
package enum BCryptBlob {
    private static let rsa = Array("RSA1".utf8)
    private static let ecdh = Array("ECK1".utf8)

    /// Encodes a key. For RSA: the magic `RSA1`; then, each as 32 bits little endian, the modulus' length in bits and
    /// the lengths of exponent, modulus and the two absent primes in bytes; then exponent and modulus, big endian.
    package static func encode(_ key: AsymmetricPublicKey) -> [UInt8] {
        switch key {
        case .rsa(let key):
            let bits = key.modulus.count * 8 - (key.modulus.first?.leadingZeroBitCount ?? 0)
            let lengths = [bits, key.exponent.count, key.modulus.count, 0, 0].flatMap(word)
            return rsa + lengths + key.exponent + key.modulus
        case .p256(let key): return ecdh + word(32) + key.x + key.y
        }
    }

    /// Parses a blob.
    ///
    /// - Throws: ``CryptoError`` if it is not such a blob, contains more than the key, or has a key that Keyfob does
    ///   not use.
    package static func decode(_ blob: [UInt8]) throws(CryptoError) -> AsymmetricPublicKey {
        if blob.starts(with: rsa) { return .rsa(try decodeRSA(blob)) }
        guard blob.starts(with: ecdh), blob.count == 72, number(blob, at: 4) == 32 else { throw malformed }
        return .p256(try P256PublicKey(x: Array(blob[8..<40]), y: Array(blob[40..<72])))
    }

    private static func decodeRSA(_ blob: [UInt8]) throws(CryptoError) -> RSAPublicKey {
        // The lengths are limited before they are added.
        guard blob.count >= 24, let bits = number(blob, at: 4), let exponent = number(blob, at: 8),
            let modulus = number(blob, at: 12), number(blob, at: 16) == 0, number(blob, at: 20) == 0,
            (1...4).contains(exponent), (256...1024).contains(modulus), blob.count == 24 + exponent + modulus
        else { throw malformed }
        let key = try RSAPublicKey(
            modulus: Array(blob[(24 + exponent)...]), exponent: Array(blob[24..<(24 + exponent)]))
        let length = key.modulus.count * 8 - (key.modulus.first?.leadingZeroBitCount ?? 0)
        guard length == bits else { throw malformed }
        return key
    }

    private static var malformed: CryptoError { CryptoError("The bytes are not a public key in BCRYPT's form.") }

    private static func word(_ value: Int) -> [UInt8] {
        let value = UInt32(clamping: value)
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func number(_ blob: [UInt8], at place: Int) -> Int? {
        guard place + 4 <= blob.count else { return nil }
        return Int(blob[place..<(place + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
}
