import KeyfobCore

/// The two forms of a cache's JSON document in the keyring, distinguished by their content.
enum KeyringPayload {
    private static let whiteSpace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    /// The document in a secret, and its form; nil if there is none.
    ///
    /// Data that begins with a brace is JSON; all other data must be base64 of JSON.
    static func decode(_ stored: [UInt8]) -> (document: [UInt8], form: SharedCacheSchema.Form)? {
        if isDocument(stored) { return (stored, .json) }
        guard let document = decodeBase64(stored), isDocument(document) else { return nil }
        return (document, .base64)
    }

    /// Encodes a document in a form.
    static func encode(_ document: [UInt8], _ form: SharedCacheSchema.Form) -> [UInt8] {
        switch form {
        case .json: document
        case .base64: encodeBase64(document)
        }
    }

    /// Base64 with padding (RFC 4648 section 4), converted from base64url.
    private static func encodeBase64(_ bytes: [UInt8]) -> [UInt8] {
        var text = Base64URL.encode(bytes).utf8.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
        while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
        return text
    }

    /// Decodes base64, with or without line breaks; returns nil if it is not base64.
    private static func decodeBase64(_ text: [UInt8]) -> [UInt8]? {
        var digits = text.filter { !whiteSpace.contains($0) }
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard !digits.contains(where: { $0 == 0x2D || $0 == 0x5F }) else { return nil }
        let other = digits.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
        return Base64URL.decode(String(decoding: other, as: UTF8.self))
    }

    private static func isDocument(_ bytes: [UInt8]) -> Bool {
        bytes.first { !whiteSpace.contains($0) } == UInt8(ascii: "{")
    }
}
