/// base64url without padding (RFC 7515 section 2, RFC 4648 section 5), strict in both directions.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (index, character) in alphabet.enumerated() { table[Int(character)] = UInt8(index) }
        return table
    }()

    /// Encodes bytes as text.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        // Almost always an array, which is read in place, without a call for each byte.
        bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let (groups, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
        let length = groups * 4 + (rest == 0 ? 0 : rest + 1)
        return String(unsafeUninitializedCapacity: length) { out in
            alphabet.withUnsafeBufferPointer { alphabet in
                var place = 0
                func write(_ sextet: UInt32) {
                    out[place] = alphabet[Int(sextet & 0x3F)]
                    place += 1
                }
                for group in 0..<groups {
                    let at = group * 3
                    let three = UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
                    write(three >> 18)
                    write(three >> 12)
                    write(three >> 6)
                    write(three)
                }
                guard rest > 0 else { return }
                let last = UInt32(bytes[groups * 3]) << 16 | (rest == 2 ? UInt32(bytes[groups * 3 + 1]) << 8 : 0)
                write(last >> 18)
                write(last >> 12)
                if rest == 2 { write(last >> 6) }
            }
            return length
        }
    }

    /// Decodes base64 in either alphabet (RFC 4648 sections 4 and 5), padded or not, for senders that use any of them.
    package static func decodeAnyAlphabet(_ text: some StringProtocol) -> [UInt8]? {
        var bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        if bytes.count.isMultiple(of: 4) {
            for _ in 0..<2 where bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        }
        return decode(String(decoding: bytes, as: UTF8.self))
    }

    /// Decodes a text; nil if it is not exactly what ``encode(_:)`` writes.
    ///
    /// Padding, white space, characters of plain base64, an impossible length and non-zero trailing bits are all
    /// refused, so that each byte string has one spelling (RFC 4648 section 3.5).
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
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
