import Foundation

/// Base64 with padding (RFC 4648 section 4), as certificates and contexts are written in headers.
public enum Base64 {
    /// Encodes bytes as text.
    public static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Decodes a text; nil unless it is exactly what ``encode(_:)`` writes: white space, missing padding and non-zero
    /// trailing bits are refused.
    public static func decode(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
