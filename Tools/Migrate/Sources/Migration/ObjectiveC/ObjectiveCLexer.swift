/// Splits Objective-C and Objective-C++ into tokens. Comments are skipped, strings are single tokens, and unknown bytes
/// are signs: no input makes it fail.
struct ObjectiveCLexer {
    let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private var isLineBegin = true
    private var tokens: [ObjectiveCToken] = []

    static func tokens(_ text: String) -> [ObjectiveCToken] {
        var lexer = ObjectiveCLexer(bytes: Array(text.utf8))
        return lexer.run()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() -> [ObjectiveCToken] {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\n"): newline()
            case 0x20, 0x09, 0x0D, 0x0B, 0x0C: position += 1
            case UInt8(ascii: "\\") where peek(1) == UInt8(ascii: "\n"):
                position += 1
                newline()
                isLineBegin = false
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): lineComment()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): blockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): literal(byte)
            case UInt8(ascii: "#") where isLineBegin: directive()
            default: word(byte)
            }
        }
        return tokens
    }

    private mutating func newline() {
        position += 1
        line += 1
        lineStart = position
        isLineBegin = true
    }

    private mutating func lineComment() {
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            position += 1
            // A comment continues after a backslash at the end of its line.
            if byte == UInt8(ascii: "\\"), peek() == UInt8(ascii: "\n") { newline() }
        }
    }

    private mutating func blockComment() {
        position += 2
        while let byte = peek() {
            if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                position += 2
                return
            }
            if byte == UInt8(ascii: "\n") { newline() } else { position += 1 }
        }
    }

    private mutating func literal(_ quote: UInt8) {
        let start = position
        let (startLine, startColumn) = (line, position - lineStart + 1)
        if quote == UInt8(ascii: "\""), let last = tokens.last, last.kind == .identifier, last.text.hasSuffix("R"),
            last.range.upperBound == start
        {
            rawString()
        } else {
            position += 1
            while let byte = peek(), byte != quote, byte != UInt8(ascii: "\n") {
                position += 1
                guard byte == UInt8(ascii: "\\"), let next = peek() else { continue }
                if next == UInt8(ascii: "\n") { newline() } else { position += 1 }
            }
            if peek() == quote { position += 1 }
        }
        add(.literal, start, startLine, startColumn)
    }

    /// C++'s `R"DELIMITER(...)DELIMITER"`.
    private mutating func rawString() {
        position += 1
        let markStart = position
        while let byte = peek(), byte != UInt8(ascii: "("), position - markStart <= 16 { position += 1 }
        let end = [UInt8(ascii: ")")] + bytes[min(markStart, position)..<position] + [UInt8(ascii: "\"")]
        while let byte = peek() {
            if bytes[position...].starts(with: end) {
                position += end.count
                return
            }
            if byte == UInt8(ascii: "\n") { newline() } else { position += 1 }
        }
    }

    /// `#import <ADAL/ADAL.h>` is one token; the tokens of other directives follow as usual, so that uses in macros are
    /// found.
    private mutating func directive() {
        let start = position
        let (startLine, startColumn) = (line, position - lineStart + 1)
        position += 1
        while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
        let nameStart = position
        while let byte = peek(), Self.isWord(byte) { position += 1 }
        let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
        guard ["import", "include", "include_next"].contains(name) else {
            isLineBegin = false
            return
        }
        while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
        guard let open = peek(), open == UInt8(ascii: "<") || open == UInt8(ascii: "\"") else { return }
        let close = open == UInt8(ascii: "<") ? UInt8(ascii: ">") : open
        position += 1
        let nameOfFile = position
        while let byte = peek(), byte != close, byte != UInt8(ascii: "\n") { position += 1 }
        let text = String(decoding: bytes[nameOfFile..<position], as: UTF8.self)
        if peek() == close { position += 1 }
        tokens.append(
            ObjectiveCToken(
                kind: .imported, text: text, range: start..<position, line: startLine, column: startColumn))
    }

    private mutating func word(_ byte: UInt8) {
        let start = position
        let column = position - lineStart + 1
        if byte == UInt8(ascii: "@"), bytes[position...].starts(with: "@import ".utf8) {
            position += 8
            let nameStart = position
            while let next = peek(), next != UInt8(ascii: ";"), next != UInt8(ascii: "\n") { position += 1 }
            let name = String(decoding: bytes[nameStart..<position], as: UTF8.self).split(separator: " ").joined()
            isLineBegin = false
            return tokens.append(
                ObjectiveCToken(kind: .imported, text: name, range: start..<position, line: line, column: column))
        }
        isLineBegin = false
        if Self.isDigit(byte) {
            while let next = peek(), Self.isWord(next) || next == UInt8(ascii: ".") { position += 1 }
            return add(.number, start, line, column)
        }
        guard Self.isWord(byte) else {
            position += 1
            return add(.sign, start, line, column)
        }
        while let next = peek(), Self.isWord(next) { position += 1 }
        add(.identifier, start, line, column)
    }

    private mutating func add(_ kind: ObjectiveCToken.Kind, _ start: Int, _ line: Int, _ column: Int) {
        isLineBegin = false
        tokens.append(
            ObjectiveCToken(
                kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), range: start..<position,
                line: line, column: column))
    }

    private func peek(_ ahead: Int = 0) -> UInt8? { position + ahead < bytes.count ? bytes[position + ahead] : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || isDigit(byte) || byte == 0x5F || byte == 0x24
            || byte >= 0x80
    }
}
