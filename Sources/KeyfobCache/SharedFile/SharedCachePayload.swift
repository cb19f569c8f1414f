import Foundation

/// The encoding of a shared cache's bytes: JSON text, or JSON in base64, as MSAL.NET stores it in a keyring.
package enum SharedCachePayload: Sendable, Hashable {
    /// The JSON text itself.
    case plain
    /// The JSON text in base64 (RFC 4648 section 4).
    case base64

    /// The JSON text of a payload, and its encoding.
    ///
    /// The encodings are distinguished by the first character: a brace, also after white space or a byte order mark, is
    /// JSON. Other data is returned unchanged, for the parser to refuse.
    package static func unwrap(_ bytes: [UInt8]) -> (json: [UInt8], form: SharedCachePayload) {
        let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        guard let first, first != UInt8(ascii: "{"), first != 0xEF,
            let decoded = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters),
            decoded.first == UInt8(ascii: "{")
        else { return (bytes, .plain) }
        return (Array(decoded), .base64)
    }

    /// Encodes JSON text.
    package func wrap(_ json: [UInt8]) -> [UInt8] {
        switch self {
        case .plain: json
        case .base64: Array(Data(json).base64EncodedString().utf8)
        }
    }
}
