extension JSONValue {
    /// Returns the value as compact JSON text: member names in byte order, and only necessary escapes.
    ///
    /// Equal values have equal texts, which makes the text suitable for hashing and comparing.
    public func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// Returns the UTF-8 bytes of ``text()``.
    public func bytes() -> [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out.append(contentsOf: "null".utf8)
        case .bool(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): out.append(contentsOf: text.utf8)
        case .string(let text): Self.write(text, to: &out)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                element.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            Self.write(members.sorted { Self.isOrdered($0.key, $1.key) }, to: &out)
        }
    }

    /// Writes members as a JSON object, in the order in which they are given. No two have the same name.
    package static func write(_ members: [(key: String, value: JSONValue)], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            write(member.key, to: &out)
            out.append(UInt8(ascii: ":"))
            member.value.write(to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    /// Whether a name precedes another, by their bytes.
    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        let isBefore = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                let common = min(left.count, right.count)
                for index in 0..<common where left[index] != right[index] { return left[index] < right[index] }
                return left.count < right.count
            }
        }
        return (isBefore ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Whether a text has a byte to escape. Without a branch for each byte, the compiler compares many at once.
    private static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0
        for byte in bytes { found |= (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0) }
        return found != 0
    }

    /// Writes a text as a JSON string, quotation marks included.
    package static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        defer { out.append(UInt8(ascii: "\"")) }
        // Hardly any text needs escaping.
        let isCopied = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard !needsEscape(bytes) else { return false }
            out.append(contentsOf: bytes)
            return true
        }
        if isCopied == true { return }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                out.append(UInt8(ascii: "\\"))
                out.append(byte)
            case 0x08: out.append(contentsOf: "\\b".utf8)
            case 0x09: out.append(contentsOf: "\\t".utf8)
            case 0x0A: out.append(contentsOf: "\\n".utf8)
            case 0x0C: out.append(contentsOf: "\\f".utf8)
            case 0x0D: out.append(contentsOf: "\\r".utf8)
            case 0..<0x20: out.append(contentsOf: "\\u00\(Hex.encode([byte]))".utf8)
            default: out.append(byte)
            }
        }
    }
}
