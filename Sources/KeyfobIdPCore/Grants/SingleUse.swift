import KeyfobCrypto

/// Something from outside that counts once, such as an assertion.
struct SingleUse: Sendable {
    /// What is remembered of it.
    let hash: [UInt8]
    /// Until when (Unix seconds) it has to be: later it does not count anyway.
    let end: Int64

    init(_ name: String, until end: Int64) {
        hash = Digest.sha256(Array(name.utf8))
        self.end = end
    }
}
