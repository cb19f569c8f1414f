import KeyfobBackport

/// The reason why a text is not the JSON that Keyfob accepts.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting the text, which may be secret.
    public let message: String
    /// The position, in bytes from the start.
    public let offset: Int

    /// The message and the position.
    public var description: String { "\(message) at byte \(offset)" }
}

extension JSONValue {
    /// Parses one JSON text (RFC 8259), strictly.
    ///
    /// Refuses duplicate member names (RFC 8725 section 2.3 describes attacks with them), names with more than 30
    /// combining marks in a row, invalid UTF-8, lone surrogates, anything after the value, and nesting deeper than
    /// `maximumDepth`.
    ///
    /// - Throws: ``JSONError`` with the reason and the position; the text itself is never quoted.
    public init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = 64) throws(JSONError) {
        self = try Array(bytes).withUnsafeBufferPointer { buffer throws(JSONError) in
            var parser = JSONParser(buffer, maximumDepth: maximumDepth)
            return try parser.document()
        }
    }

    /// Parses one JSON text. See ``init(parsing:maximumDepth:)-(Collection<UInt8>,_)``.
    public init(parsing text: String, maximumDepth: Int = 64) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }
}

/// Reads a buffer, since reading a member array costs a reference count for each byte. Every position is compared with
/// the end before it is read.
private struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private var position = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try self.value()
        skipSpace()
        guard position == bytes.count else { throw error("text after the value") }
        return value
    }

    private func error(_ message: String) -> JSONError { JSONError(message: message, offset: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ character: UInt8) -> Bool {
        guard let byte = next, byte == character else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = next else { throw error("unexpected end") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw error("unexpected character")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < maximumDepth else { throw error("nested too deeply") }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<end]) })
        else { throw error("unexpected character") }
        position = end
        return value
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        // Growing from one member on would hash every name again at each step.
        members.reserveCapacity(6)
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("expected a member name") }
            let name = try string()
            guard name.isStreamSafe else { throw error("too many combining marks in a member name") }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("expected a colon") }
            let value = try self.value()
            guard members.updateValue(value, forKey: name) == nil else { throw error("duplicate member name") }
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw error("expected a comma or the end of the object") }
        }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw error("expected a comma or the end of the array") }
        }
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let leadingZero = next == UInt8(ascii: "0")
        let count = digits()
        guard count > 0, !(leadingZero && count > 1) else { throw error("malformed number") }
        if take(UInt8(ascii: ".")) { guard digits() > 0 else { throw error("malformed number") } }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw error("malformed number") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var plain = true
        var seen: UInt8 = 0
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw error("control character in a string") }
            seen |= byte
            if byte == UInt8(ascii: "\\") {
                plain = false
                position += 1
            }
            position += 1
        }
        guard position < bytes.count else { throw error("unexpected end in a string") }
        let raw = UnsafeBufferPointer(rebasing: bytes[start..<position])
        position += 1
        // Nearly every text is plain ASCII and needs no validation, which is generic and costs more than all the rest.
        if plain, seen < 0x80 { return String(decoding: raw, as: UTF8.self) }
        let text =
            plain ? String(valid: raw, as: UTF8.self) : String(valid: try unescape(raw), as: UTF8.self)
        guard let text else { throw error("invalid UTF-8") }
        return text
    }

    private func unescape(_ raw: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(raw.count)
        var index = raw.startIndex
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\") else {
                out.append(raw[index])
                index += 1
                continue
            }
            guard index + 1 < raw.endIndex else { throw error("malformed escape") }
            let kind = raw[index + 1]
            index += 2
            switch kind {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(kind)
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                let scalar = try unicode(raw, &index)
                out.append(contentsOf: Array(String(Character(scalar)).utf8))
            default: throw error("malformed escape")
            }
        }
        return out
    }

    private func unicode(_ raw: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hex4(raw, &index)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < raw.endIndex, raw[index] == UInt8(ascii: "\\"),
            raw[index + 1] == UInt8(ascii: "u")
        else { throw error("lone surrogate") }
        index += 2
        let second = try hex4(raw, &index)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("lone surrogate") }
        return scalar
    }

    private func hex4(_ raw: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(JSONError) -> UInt32 {
        guard index + 4 <= raw.endIndex else { throw error("malformed escape") }
        var value: UInt32 = 0
        for byte in raw[index..<index + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error("malformed escape") }
            value = value << 4 | UInt32(digit)
        }
        index += 4
        return value
    }
}
