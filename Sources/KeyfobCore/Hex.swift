/// Hexadecimal text, lower case.
package enum Hex {
    /// Encodes each byte as two digits.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes { write(byte, to: &out) }
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the two digits of a byte.
    static func write(_ byte: UInt8, to out: inout [UInt8]) {
        out.append(digit(byte >> 4))
        out.append(digit(byte & 0x0F))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Decodes a text; nil if it has an odd length or contains another character than a hexadecimal digit.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = byte(digits[index], digits[index + 1]) else { return nil }
            out.append(byte)
        }
        return out
    }

    /// Decodes two digits.
    static func byte(_ first: UInt8, _ second: UInt8) -> UInt8? {
        guard let high = value(first), let low = value(second) else { return nil }
        return high << 4 | low
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
