import Foundation
import KeyfobCore

/// Base64 with padding (RFC 4648 section 4), as certificates and contexts are written in headers.
package enum Base64 {
    /// Encodes bytes as text.
    package static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Decodes a text; nil unless it is exactly what ``encode(_:)`` writes: white space, missing padding and non-zero
    /// trailing bits are refused.
    package static func decode(_ text: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }

    /// Decodes a text as XML and administrators write it; nil if it is not base64. Spaces and line breaks are skipped, and
    /// the padding may be missing.
    package static func decodeLoosely(_ text: String) -> [UInt8]? {
        let plain = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let padding = plain.reversed().prefix { $0 == 0x3D }.count
        guard padding <= 2, padding == 0 || plain.count % 4 == 0 else { return nil }
        let letters = plain.dropLast(padding)
        guard !letters.contains(0x2D), !letters.contains(0x5F) else { return nil }
        return Base64URL.decode(
            String(decoding: letters.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }, as: UTF8.self))
    }
}
