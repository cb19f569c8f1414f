import KeyfobCore
import KeyfobCrypto

/// A GUID that follows from a name: every node derives the same one, and none has to be stored.
package enum DerivedID {
    /// The GUID of a name (RFC 9562 section 5.8, over SHA-256).
    package static func of(_ name: String) -> String {
        var bytes = Array(Digest.sha256(Array(name.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Array(Hex.encode(bytes))
        let groups = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
        return groups.map { String($0) }.joined(separator: "-")
    }
}
