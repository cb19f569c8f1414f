/// The single-step key derivation function of NIST SP 800-56A section 5.8.1 with SHA-256, as used by JOSE (RFC 7518
/// section 4.6.2).
package enum ConcatKDF {
    /// Derives a key from a shared secret, in one round.
    ///
    /// - Parameters:
    ///   - secret: the shared secret.
    ///   - algorithm: the name of the algorithm that the key is for: `enc`, or `alg` where a key is wrapped.
    ///   - partyU: the sender's information (`apu`), decoded.
    ///   - partyV: the recipient's information (`apv`), decoded.
    ///   - byteCount: the key's length, at most 32.
    package static func derive(
        secret: [UInt8], algorithm: String, partyU: [UInt8], partyV: [UInt8], byteCount: Int = 32
    ) -> [UInt8] {
        let byteCount = min(max(byteCount, 0), 32)
        let fields = [Array(algorithm.utf8), partyU, partyV].flatMap { length($0.count) + $0 }
        return Array(Digest.sha256([0, 0, 0, 1] + secret + fields + length(byteCount * 8)).prefix(byteCount))
    }

    private static func length(_ count: Int) -> [UInt8] {
        let count = UInt32(clamping: count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    }
}

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
