#if PostgreSQL
import Foundation

/// The form in which a text is stored.
///
/// PostgreSQL refuses U+0000 in a text, and a client can send it in any parameter. So that every text is kept, U+0000 is
/// written as the noncharacter U+10FFFF and `0`, and U+10FFFF itself as U+10FFFF and `1`. Equal texts stay equal, and
/// different ones stay different.
enum PostgreSQLText {
    private static let mark: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]

    /// Appends the stored form of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.contains(where: { $0 == 0 || $0 == mark[0] }) else {
                bytes.append(contentsOf: utf8)
                return
            }
            var index = 0
            while index < utf8.count {
                if utf8[index] == 0 {
                    bytes.append(contentsOf: mark + [UInt8(ascii: "0")])
                } else if isMark(utf8[index...]) {
                    bytes.append(contentsOf: mark + [UInt8(ascii: "1")])
                    index += mark.count - 1
                } else {
                    bytes.append(utf8[index])
                }
                index += 1
            }
        }
    }

    /// The text of a stored form.
    static func text(_ stored: UnsafeRawBufferPointer) -> String {
        guard stored.contains(mark[0]) else { return String(decoding: stored, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stored.count)
        var index = 0
        while index < stored.count {
            if index + mark.count < stored.count, isMark(stored[index...]) {
                index += mark.count
                bytes += stored[index] == UInt8(ascii: "0") ? [0] : mark
            } else {
                bytes.append(stored[index])
            }
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isMark(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: mark) }
}
#endif
