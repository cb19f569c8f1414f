/// Scans JSON text (RFC 8259) without building values: it finds positions, and never leaves the text.
///
/// It is strict about syntax, so that truncated text is detected, but does not validate the contents of strings, so
/// that entries of other libraries are kept unchanged.
struct JSONScanner {
    private static let maximumDepth = 64

    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    private var depth = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The byte at the position; nil at the end.
    var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    /// The text between an index and the position.
    func text(from start: Int) -> ArraySlice<UInt8> { bytes[start..<position] }

    func error(_ message: String) -> SharedCacheSyntaxError {
        SharedCacheSyntaxError(message: message, offset: position - bytes.startIndex)
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    mutating func take(_ character: UInt8) -> Bool {
        guard let byte = next, byte == character else { return false }
        position += 1
        return true
    }

    mutating func require(_ character: UInt8, _ message: String) throws(SharedCacheSyntaxError) {
        guard take(character) else { throw error(message) }
    }

    mutating func skipString() throws(SharedCacheSyntaxError) {
        try require(UInt8(ascii: "\""), "expected a string")
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") { try skipEscape() }
            if byte < 0x20 { throw error("control character in a string") }
        }
        throw error("unexpected end in a string")
    }

    mutating func skipValue() throws(SharedCacheSyntaxError) {
        guard let byte = next else { throw error("unexpected end") }
        switch byte {
        case UInt8(ascii: "{"): try skipObject()
        case UInt8(ascii: "["): try skipArray()
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        default: throw error("unexpected character")
        }
    }

    private mutating func skipEscape() throws(SharedCacheSyntaxError) {
        guard let kind = next else { throw error("unexpected end in a string") }
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = next, Self.isHexDigit(digit) else { throw error("malformed escape") }
                position += 1
            }
        default: throw error("malformed escape")
        }
    }

    private mutating func enter() throws(SharedCacheSyntaxError) {
        guard depth < Self.maximumDepth else { throw error("nested too deeply") }
        depth += 1
        position += 1
        skipSpace()
    }

    private mutating func skipObject() throws(SharedCacheSyntaxError) {
        try enter()
        defer { depth -= 1 }
        if take(UInt8(ascii: "}")) { return }
        while true {
            try skipString()
            skipSpace()
            try require(UInt8(ascii: ":"), "expected a colon")
            skipSpace()
            try skipValue()
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            try require(UInt8(ascii: ","), "expected a comma or the end of the object")
            skipSpace()
        }
    }

    private mutating func skipArray() throws(SharedCacheSyntaxError) {
        try enter()
        defer { depth -= 1 }
        if take(UInt8(ascii: "]")) { return }
        while true {
            try skipValue()
            skipSpace()
            if take(UInt8(ascii: "]")) { return }
            try require(UInt8(ascii: ","), "expected a comma or the end of the array")
            skipSpace()
        }
    }

    private mutating func skipWord(_ word: StaticString) throws(SharedCacheSyntaxError) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.endIndex, word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<end]) }) else {
            throw error("unexpected character")
        }
        position = end
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func skipNumber() throws(SharedCacheSyntaxError) {
        _ = take(UInt8(ascii: "-"))
        let startsWithZero = next == UInt8(ascii: "0")
        let count = skipDigits()
        guard count > 0, !(startsWithZero && count > 1) else { throw error("malformed number") }
        if take(UInt8(ascii: ".")) { guard skipDigits() > 0 else { throw error("malformed number") } }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard skipDigits() > 0 else { throw error("malformed number") }
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}

/// A syntax error in a shared cache, usually because another process is writing it.
package struct SharedCacheSyntaxError: Error, Hashable, CustomStringConvertible {
    /// The message, without a quotation of the text, which contains secrets.
    package let message: String
    /// The position, in bytes from the start.
    package let offset: Int

    /// The message and the position.
    package var description: String { "\(message) at byte \(offset)" }
}
