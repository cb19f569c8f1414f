import Foundation

/// How a shared cache's bytes are wrapped: as JSON text, or as JSON in base64, in which MSAL.NET keeps it in a keyring.
public enum SharedCachePayload: Sendable, Hashable {
    /// The JSON text itself.
    case plain
    /// The JSON text in base64 (RFC 4648 section 4).
    case base64

    /// The JSON text in a payload, and how it was wrapped.
    ///
    /// Told apart by the first character: a brace, perhaps after white space or a byte order mark, is JSON. What is
    /// neither is returned as it is, for the parser to refuse.
    public static func unwrap(_ bytes: [UInt8]) -> (json: [UInt8], form: SharedCachePayload) {
        let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        guard let first, first != UInt8(ascii: "{"), first != 0xEF,
            let decoded = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters),
            decoded.first == UInt8(ascii: "{")
        else { return (bytes, .plain) }
        return (Array(decoded), .base64)
    }

    /// Wraps JSON text.
    public func wrap(_ json: [UInt8]) -> [UInt8] {
        switch self {
        case .plain: json
        case .base64: Array(Data(json).base64EncodedString().utf8)
        }
    }
}
