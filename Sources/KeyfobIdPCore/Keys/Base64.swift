import KeyfobCore

/// base64 with padding (RFC 4648 section 4), which `x5c` uses (RFC 7517 section 4.7).
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        let text = String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
