import KeyfobCrypto
import KeyfobIdPModel

/// A value from outside that can be used once, such as an assertion.
struct SingleUse: Sendable, Hashable {
    /// The hash that is stored.
    let hash: [UInt8]
    /// The time (Unix seconds) until which it is stored; later the value is no longer valid anyway.
    let end: Int64

    init(_ name: String, until end: Int64) {
        hash = Digest.sha256(Array(name.utf8))
        self.end = end
    }
}
