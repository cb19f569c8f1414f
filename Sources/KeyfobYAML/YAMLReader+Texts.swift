extension YAMLReader {
    /// Whether a plain text may begin with the present character.
    var canBeginPlain: Bool {
        switch current {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): !Self.isBlank(next)
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
            UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"):
            false
        default: true
        }
    }

    /// Checks that a plain text can begin here.
    func checkBeginning() throws(FileError) {
        guard !isAtEnd else { throw fault("The file ends within a value") }
        switch current {
        case UInt8(ascii: "&"), UInt8(ascii: "*"):
            throw fault(
                "Anchors and aliases are not supported: write the value at each place, a text in quotation marks")
        case UInt8(ascii: "!"): throw fault("Tags are not supported; a text that begins so is in quotation marks")
        default: break
        }
        guard canBeginPlain else {
            throw fault("A value cannot begin with this character; put a text in quotation marks")
        }
    }

    /// The value of a plain text, by the core schema.
    static func resolved(_ text: String) -> SourceNode.Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return isNumber(text) ? .number(text) : .string(text)
        }
    }

    /// Whether a text is a number as JSON writes it.
    static func isNumber(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.first == "-" { rest.removeFirst() }
        func digits() -> Substring {
            let found = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(found.count)
            return found
        }
        let whole = digits()
        guard !whole.isEmpty, whole == "0" || whole.first != "0" else { return false }
        if rest.first == "." {
            rest.removeFirst()
            guard !digits().isEmpty else { return false }
        }
        if rest.first == "e" || rest.first == "E" {
            rest.removeFirst()
            if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
            guard !digits().isEmpty else { return false }
        }
        return rest.isEmpty
    }

    /// A text in quotation marks, which may go on over several lines.
    mutating func quoted() throws(FileError) -> String {
        let quote = current
        let start = self
        advance()
        var out: [UInt8] = []
        // White space before the end of a line does not belong to the text, unless it is escaped.
        var kept = 0
        while true {
            guard !isAtEnd else { throw start.fault("The text in quotation marks has no end") }
            let byte = current
            if byte == quote {
                advance()
                guard quote == UInt8(ascii: "'"), current == quote, !isAtEnd else { break }
                out.append(quote)
                advance()
                kept = out.count
            } else if byte == 0x0A {
                out.removeLast(trailingSpaces(out, kept))
                let breaks = try foldedBreaks(start)
                out.append(contentsOf: breaks == 1 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks - 1))
                kept = out.count
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                try escape(into: &out, start)
                kept = out.count
            } else {
                out.append(byte)
                advance()
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private func trailingSpaces(_ out: [UInt8], _ kept: Int) -> Int {
        out[kept...].reversed().prefix(while: Self.isSpace).count
    }

    /// Goes over the ends of lines; returns their number.
    private mutating func foldedBreaks(_ start: YAMLReader) throws(FileError) -> Int {
        var breaks = 0
        while !isAtEnd, current == 0x0A {
            newLine()
            breaks += 1
            guard !isAtMarker else { throw start.fault("The text in quotation marks has no end") }
            skipSpaces()
        }
        return breaks
    }

    private mutating func escape(into out: inout [UInt8], _ start: YAMLReader) throws(FileError) {
        advance()
        guard !isAtEnd else { throw start.fault("The text in quotation marks has no end") }
        let kind = current
        if kind == 0x0A {
            let breaks = try foldedBreaks(start)
            out.append(contentsOf: [UInt8](repeating: 0x0A, count: breaks - 1))
            return
        }
        advance()
        let plain: [UInt8: UInt32] = [
            0x30: 0, 0x61: 7, 0x62: 8, 0x74: 9, 0x09: 9, 0x6E: 10, 0x76: 11, 0x66: 12, 0x72: 13, 0x65: 27, 0x20: 0x20,
            0x22: 0x22, 0x2F: 0x2F, 0x5C: 0x5C, 0x4E: 0x85, 0x5F: 0xA0, 0x4C: 0x2028, 0x50: 0x2029,
        ]
        var code: UInt32
        switch kind {
        case UInt8(ascii: "x"): code = try hexadecimal(2)
        case UInt8(ascii: "u"): code = try hexadecimal(4)
        case UInt8(ascii: "U"): code = try hexadecimal(8)
        default:
            guard let found = plain[kind] else { throw fault("There is no such escape in a text") }
            code = found
        }
        // JSON writes a character beyond U+FFFF as two.
        if (0xD800..<0xDC00).contains(code), current == UInt8(ascii: "\\"), next == UInt8(ascii: "u") {
            advance(2)
            let second = try hexadecimal(4)
            guard (0xDC00..<0xE000).contains(second) else { throw fault("Half of a character is missing") }
            code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault("There is no such character") }
        out.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func hexadecimal(_ count: Int) throws(FileError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard !isAtEnd, let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
                throw fault("An escape has \(count) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }
}
