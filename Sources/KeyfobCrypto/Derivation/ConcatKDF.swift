/// The single-step key derivation of NIST SP 800-56A section 5.8.1 with SHA-256, as JOSE uses it (RFC 7518 section
/// 4.6.2).
public enum ConcatKDF {
    /// Derives a key of a shared secret: one round.
    ///
    /// - Parameters:
    ///   - secret: what both sides computed.
    ///   - algorithm: the name of the algorithm that the key is for: `enc`, or `alg` where a key is wrapped.
    ///   - partyU: what the sender says of itself (`apu`), decoded.
    ///   - partyV: what it says of the recipient (`apv`), decoded.
    ///   - byteCount: the key's length, at most 32.
    public static func derive(
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
