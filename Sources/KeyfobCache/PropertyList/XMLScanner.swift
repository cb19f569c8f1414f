/// A scanner for the part of XML 1.0 that property lists use: tags, text, comments, CDATA, the five entities and
/// character references.
struct XMLScanner {
    /// A syntax error with its line.
    struct SyntaxError: Error {
        let line: Int
        let reason: String
    }

    /// A tag without its attributes, which property lists do not need.
    struct Tag {
        enum Kind { case opening, closing, empty }
        let name: String
        let kind: Kind
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    func fault(_ reason: String) -> SyntaxError {
        SyntaxError(line: 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }

    /// Whether only white space and comments are left.
    mutating func isAtEnd() throws(SyntaxError) -> Bool {
        try skipProlog()
        return position >= bytes.count
    }

    /// The next tag, after white space, comments, the declaration and the document type.
    mutating func nextTag() throws(SyntaxError) -> Tag {
        try skipProlog()
        guard peek() == UInt8(ascii: "<") else {
            throw fault(position >= bytes.count ? "the document ends too early" : "there is text in the place of a tag")
        }
        position += 1
        let isClosing = peek() == UInt8(ascii: "/")
        if isClosing { position += 1 }
        let start = position
        while let byte = peek(), Self.isName(byte) { position += 1 }
        guard position > start else { throw fault("a tag has no name") }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        var isEmpty = false
        while let byte = peek(), byte != UInt8(ascii: ">") {
            isEmpty = byte == UInt8(ascii: "/")
            position += 1
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
            while let inner = peek(), inner != byte { position += 1 }
            position += 1
        }
        guard peek() == UInt8(ascii: ">") else { throw fault("<\(name) has no end") }
        position += 1
        return Tag(name: name, kind: isClosing ? .closing : isEmpty ? .empty : .opening)
    }

    /// The text up to the next tag.
    mutating func text() throws(SyntaxError) -> String {
        var out: [UInt8] = []
        while let byte = peek() {
            if byte == UInt8(ascii: "&") {
                out.append(contentsOf: try entity().utf8)
            } else if byte != UInt8(ascii: "<") {
                out.append(byte)
                position += 1
            } else if starts(with: "<![CDATA[") {
                position += 9
                let start = position
                try skip(past: "]]>")
                out.append(contentsOf: bytes[start..<(position - 3)])
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else {
                break
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func entity() throws(SyntaxError) -> String {
        let start = position + 1
        while let byte = peek(), byte != UInt8(ascii: ";"), position < start + 10 { position += 1 }
        guard peek() == UInt8(ascii: ";"), start <= position else { throw fault("an & has no entity; write &amp;") }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        if let known = Self.entities[name] { return known }
        let number: UInt32? =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let number, let scalar = Unicode.Scalar(number) else { throw fault("the entity &\(name); is unknown") }
        return String(Character(scalar))
    }

    private mutating func skipProlog() throws(SyntaxError) {
        while let byte = peek() {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                position += 1
            } else if starts(with: "\u{FEFF}") {
                position += 3
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<!DOCTYPE") {
                let start = position
                try skip(past: ">")
                guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
                    throw fault("the document type contains declarations")
                }
            } else {
                return
            }
        }
    }

    private mutating func skip(past end: String) throws(SyntaxError) {
        let pattern = Array(end.utf8)
        while position + pattern.count <= bytes.count {
            if bytes[position..<(position + pattern.count)].elementsEqual(pattern) {
                position += pattern.count
                return
            }
            position += 1
        }
        position = bytes.count
        throw fault("the document ends before \(end)")
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private func starts(with text: String) -> Bool { bytes[min(position, bytes.count)...].starts(with: text.utf8) }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func isName(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
            || byte == 0x2E || byte == 0x5F || byte == 0x3A
    }
}
