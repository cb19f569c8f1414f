/// base64url without padding (RFC 7515 section 2, RFC 4648 section 5), strict in both directions.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (index, character) in alphabet.enumerated() { table[Int(character)] = UInt8(index) }
        return table
    }()

    /// The text of some bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count * 4 + 2) / 3)
        var accumulator: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            accumulator = accumulator << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                out.append(alphabet[Int(accumulator >> bits & 0x3F)])
            }
            accumulator &= (1 << bits) - 1
        }
        if bits > 0 { out.append(alphabet[Int(accumulator << (6 - bits) & 0x3F)]) }
        return String(decoding: out, as: UTF8.self)
    }

    /// The bytes of a text, or nil if it is not exactly what ``encode(_:)`` would have written.
    ///
    /// Padding, white space, characters of plain base64, a length that no bytes have and non-zero trailing bits are
    /// all refused, so that each byte string has one spelling (RFC 4648 section 3.5).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let input = Array(text.utf8)
        guard input.count % 4 != 1 else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(input.count * 3 / 4)
        var accumulator: UInt32 = 0
        var bits: UInt32 = 0
        for character in input {
            let value = values[Int(character)]
            guard value != 0xFF else { return nil }
            accumulator = accumulator << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(accumulator >> bits & 0xFF))
                accumulator &= (1 << bits) - 1
            }
        }
        return accumulator == 0 ? out : nil
    }
}
