import KeyfobBackport
import KeyfobCore

/// Reads and writes single JSON values as text.
enum JSONText {
    /// The string of a text with quotes; nil if it is not a valid string.
    static func string(_ text: ArraySlice<UInt8>) -> String? {
        guard text.count >= 2, text.first == UInt8(ascii: "\"") else { return nil }
        if text.contains(UInt8(ascii: "\\")) { return value(text)?.stringValue }
        return String(valid: text.dropFirst().dropLast(), as: UTF8.self)
    }

    /// The value of a text; nil if it cannot be represented, such as a string with a lone surrogate.
    static func value(_ text: ArraySlice<UInt8>) -> JSONValue? {
        if text.first == UInt8(ascii: "\""), !text.contains(UInt8(ascii: "\\")) {
            return string(text).map { .string($0) }
        }
        return try? JSONValue(parsing: text)
    }

    /// A string as JSON, in ASCII only as in Python, since some readers decode the file with the locale's encoding.
    static func write(_ string: String) -> [UInt8] {
        var out: [UInt8] = []
        write(string, to: &out)
        return out
    }

    /// A value as JSON on one line, in ASCII only, with Python's spaces; member names in byte order.
    static func write(_ value: JSONValue) -> [UInt8] {
        var out: [UInt8] = []
        write(value, to: &out)
        return out
    }

    private static func write(_ value: JSONValue, to out: inout [UInt8]) {
        switch value {
        case .null: out.append(contentsOf: "null".utf8)
        case .bool(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): out.append(contentsOf: text.utf8)
        case .string(let text): write(text, to: &out)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(contentsOf: ", ".utf8) }
                write(element, to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { out.append(contentsOf: ", ".utf8) }
                write(member.key, to: &out)
                out.append(contentsOf: ": ".utf8)
                write(member.value, to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for unit in string.utf16 {
            switch unit {
            case 0x22, 0x5C:
                out.append(UInt8(ascii: "\\"))
                out.append(UInt8(truncatingIfNeeded: unit))
            case 0x08: out.append(contentsOf: "\\b".utf8)
            case 0x09: out.append(contentsOf: "\\t".utf8)
            case 0x0A: out.append(contentsOf: "\\n".utf8)
            case 0x0C: out.append(contentsOf: "\\f".utf8)
            case 0x0D: out.append(contentsOf: "\\r".utf8)
            case 0x20..<0x7F: out.append(UInt8(truncatingIfNeeded: unit))
            default:
                let high = UInt8(truncatingIfNeeded: unit >> 8)
                let low = UInt8(truncatingIfNeeded: unit)
                out.append(contentsOf: "\\u\(Hex.encode([high, low]))".utf8)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
