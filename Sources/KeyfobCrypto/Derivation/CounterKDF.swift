/// The key derivation function of NIST SP 800-108 section 4.1 in counter mode, with HMAC-SHA256.
package enum CounterKDF {
    /// Derives 32 bytes: one block, so that the counter is always 1.
    ///
    /// - Parameters:
    ///   - key: the key to derive from.
    ///   - label: the purpose of the derived key.
    ///   - context: distinguishes this derived key from others of the same purpose.
    package static func derive(key: [UInt8], label: [UInt8], context: [UInt8]) -> [UInt8] {
        // [i] as 32 bits, label, a zero byte, context, and [L], the length in bits: 256.
        HMACSHA256.authenticate([0, 0, 0, 1] + label + [0] + context + [0, 0, 1, 0], key: key)
    }
}
