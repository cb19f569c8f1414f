import KeyfobBackport

/// Percent-encoding (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// Encodes everything but the unreserved characters (RFC 3986 section 2.3).
    package static func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isUnreserved) else { return text }
        var out: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                out.append(byte)
            } else {
                out.append(UInt8(ascii: "%"))
                out.append(contentsOf: Hex.encode([byte]).uppercased().utf8)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes; returns nil if an escape is malformed or the result is not UTF-8. `+` stays `+`.
    package static func decode(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return decode(Array(text.utf8)[...], readingPlusAs: UInt8(ascii: "+"))
    }

    /// Decodes bytes; `+` becomes the given byte.
    package static func decode(_ bytes: ArraySlice<UInt8>, readingPlusAs plus: UInt8) -> String? {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex, let byte = Hex.byte(bytes[index + 1], bytes[index + 2]) else {
                    return nil
                }
                out.append(byte)
                index += 3
            case UInt8(ascii: "+"):
                out.append(plus)
                index += 1
            case let byte:
                out.append(byte)
                index += 1
            }
        }
        return String(valid: out, as: UTF8.self)
    }

    /// Whether each `%` is followed by two hexadecimal digits.
    package static func isWellFormed(_ text: some StringProtocol) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return true }
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || (index + 2 < bytes.count && Hex.byte(bytes[index + 1], bytes[index + 2]) != nil)
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
