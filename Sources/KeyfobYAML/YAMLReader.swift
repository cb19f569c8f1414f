import KeyfobCore

/// Reads a strict subset of YAML 1.2, to which JSON belongs: block and flow collections, plain and quoted texts, literal
/// and folded blocks, comments, and several documents.
///
/// Anchors, aliases, tags, directives and keys that are not texts are refused, and so are two members of one name. Without
/// aliases the tree is never larger than the file. Plain values follow the core schema: `yes` and `no` are texts.
package struct YAMLReader {
    let file: String
    let bytes: [UInt8]
    var position = 0
    var line = 1
    var lineStart = 0
    var depth = 0
    var values = 0

    /// Reads every document of a file.
    ///
    /// - Throws: ``FileError`` with the place; it never quotes a value.
    package static func documents(_ file: SourceFile) throws(FileError) -> [SourceNode] {
        guard String(validating: file.bytes, as: UTF8.self) != nil else {
            throw FileError("The file is not UTF-8.", at: SourcePlace(file: file.name, line: 1, column: 1))
        }
        var reader = YAMLReader(file: file.name, bytes: try plain(file))
        return try reader.stream()
    }

    /// The bytes without a mark of the byte order, and with ends of lines of one kind.
    private static func plain(_ file: SourceFile) throws(FileError) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(file.bytes.count)
        var line = 1
        let start = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in file.bytes.indices.dropFirst(start) {
            let byte = file.bytes[index]
            if byte == 0x0D, index + 1 < file.bytes.count, file.bytes[index + 1] == 0x0A { continue }
            guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A else {
                throw FileError(
                    "The file contains a control character.", at: SourcePlace(file: file.name, line: line, column: 1))
            }
            if byte == 0x0A { line += 1 }
            out.append(byte)
        }
        return out
    }

    private mutating func stream() throws(FileError) -> [SourceNode] {
        var documents: [SourceNode] = []
        while true {
            try skipToContent()
            guard !isAtEnd else { return documents }
            if current == UInt8(ascii: "%") { throw fault("A directive is not supported") }
            if isAt("...") {
                advance(3)
                try endLine()
                continue
            }
            if isAt("---") {
                advance(3)
                skipSpaces()
                // A value may follow on the line of the mark.
                if !isAtLineEnd {
                    guard current != UInt8(ascii: "|"), current != UInt8(ascii: ">") else {
                        documents.append(try blockText(parent: -1))
                        continue
                    }
                    documents.append(try inlineValue(parent: -1))
                    continue
                }
                try skipToContent()
                if isAtEnd || isAtMarker { continue }
            }
            documents.append(try block(least: 0))
            try skipToContent()
            guard isAtEnd || isAtMarker else {
                throw fault("There is text that belongs to no value; check its indentation")
            }
        }
    }

    // MARK: Reading characters

    var isAtEnd: Bool { position >= bytes.count }
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }
    var next: UInt8 { position + 1 < bytes.count ? bytes[position + 1] : 0x0A }
    var column: Int { position - lineStart }
    var place: SourcePlace { SourcePlace(file: file, line: line, column: column + 1) }
    var isAtLineEnd: Bool { isAtEnd || current == 0x0A || isAtComment }
    private var isAtComment: Bool {
        current == UInt8(ascii: "#") && (position == lineStart || Self.isSpace(bytes[position - 1]))
    }
    var isAtMarker: Bool { isAt("---") || isAt("...") }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    static func isBlank(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x0A }

    func fault(_ message: String) -> FileError { FileError(message + ".", at: place) }

    mutating func advance(_ count: Int = 1) { position += count }

    mutating func newLine() {
        position += 1
        line += 1
        lineStart = position
    }

    /// Whether a mark of documents is here, at the beginning of a line.
    private func isAt(_ mark: StaticString) -> Bool {
        guard column == 0, position + 3 <= bytes.count else { return false }
        let isMark = mark.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + 3]) }
        return isMark && (position + 3 == bytes.count || Self.isBlank(bytes[position + 3]))
    }

    mutating func skipSpaces() { while !isAtEnd, Self.isSpace(current) { advance() } }

    mutating func skipComment() {
        guard isAtComment else { return }
        while !isAtEnd, current != 0x0A { advance() }
    }

    /// Goes to the next character that is neither white space nor in a comment.
    mutating func skipToContent() throws(FileError) {
        while !isAtEnd {
            let isIndentation = bytes[lineStart..<position].allSatisfy { $0 == 0x20 }
            if current == 0x09, isIndentation {
                skipSpaces()
                // JSON may be indented with tabulators.
                let isJSON = depth == 0 && (current == UInt8(ascii: "{") || current == UInt8(ascii: "["))
                guard isAtLineEnd || isJSON else {
                    throw fault("Lines are indented with spaces; this one has a tabulator")
                }
            }
            skipSpaces()
            skipComment()
            guard !isAtEnd, current == 0x0A else { return }
            newLine()
        }
    }

    /// Checks that nothing but a comment follows on the line.
    mutating func endLine() throws(FileError) {
        skipSpaces()
        guard isAtLineEnd else { throw fault("There is more text after the value") }
        skipComment()
    }

    /// Counts a value, and the levels around it.
    mutating func nested(
        _ body: (inout YAMLReader) throws(FileError) -> SourceNode
    ) throws(FileError) -> SourceNode {
        guard depth < YAMLLimits.depth else { throw fault("Objects and lists are nested too deeply") }
        depth += 1
        let node = try body(&self)
        depth -= 1
        return node
    }

    mutating func node(_ value: SourceNode.Value, at place: SourcePlace) throws(FileError) -> SourceNode {
        guard values < YAMLLimits.values else { throw fault("The file has too many values") }
        values += 1
        return SourceNode(value: value, place: place)
    }
}
