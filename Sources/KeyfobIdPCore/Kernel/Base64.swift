import KeyfobCore

/// base64 with padding (RFC 4648 section 4), which `x5c` uses (RFC 7517 section 4.7).
enum Base64 {
    /// Decodes text; nil if it is not base64. Line breaks and spaces are skipped, as XML allows them.
    static func decode(_ text: String) -> [UInt8]? {
        let plain = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let padding = plain.reversed().prefix { $0 == 0x3D }.count
        guard padding <= 2, padding == 0 || plain.count % 4 == 0 else { return nil }
        let letters = plain.dropLast(padding)
        guard !letters.contains(0x2D), !letters.contains(0x5F) else { return nil }
        return Base64URL.decode(
            String(decoding: letters.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }, as: UTF8.self))
    }

    static func encode(_ bytes: [UInt8]) -> String {
        let text = String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
