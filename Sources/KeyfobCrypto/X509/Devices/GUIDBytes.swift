import KeyfobCore

/// A GUID in Windows' memory layout: 16 bytes, the first three groups little endian.
enum GUIDBytes {
    /// Returns the bytes of a GUID of five groups; nil if the text is not one.
    static func encode(_ text: String) -> [UInt8]? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        let bytes = groups.compactMap { Hex.decode($0) }
        guard bytes.count == 5 else { return nil }
        return bytes[0].reversed() + bytes[1].reversed() + bytes[2].reversed() + bytes[3] + bytes[4]
    }

    /// Returns the text, in lower case; nil unless there are 16 bytes.
    static func decode(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 16 else { return nil }
        return [
            Hex.encode(bytes[0..<4].reversed()), Hex.encode(bytes[4..<6].reversed()),
            Hex.encode(bytes[6..<8].reversed()), Hex.encode(bytes[8..<10]), Hex.encode(bytes[10..<16]),
        ].joined(separator: "-")
    }
}
