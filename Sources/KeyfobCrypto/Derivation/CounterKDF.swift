/// The key derivation of NIST SP 800-108 section 4.1 in counter mode, with HMAC-SHA256.
public enum CounterKDF {
    /// Derives 32 bytes: one block, so that the counter is always 1.
    ///
    /// - Parameters:
    ///   - key: the key that others are derived from.
    ///   - label: what the derived key is for.
    ///   - context: what makes this derived key another than the next.
    public static func derive(key: [UInt8], label: [UInt8], context: [UInt8]) -> [UInt8] {
        // [i] as 32 bits, label, a zero byte, context, and [L], the length in bits: 256.
        HMACSHA256.authenticate([0, 0, 0, 1] + label + [0] + context + [0, 0, 1, 0], key: key)
    }
}
