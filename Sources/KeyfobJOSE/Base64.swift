import Foundation

/// Base64 with padding (RFC 4648 section 4), as certificates and contexts stand in headers.
public enum Base64 {
    /// The text of some bytes.
    public static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The bytes of a text; nil unless it is exactly what ``encode(_:)`` would have written: white space, missing
    /// padding and trailing bits that are not zero are refused.
    public static func decode(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
