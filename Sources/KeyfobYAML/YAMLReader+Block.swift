extension YAMLReader {
    /// A value that begins here, with its lines at this column or deeper.
    ///
    /// - Parameter least: the least column.
    mutating func block(least: Int) throws(FileError) -> SourceNode {
        if isAtDash { return try nested { (reader) throws(FileError) in try reader.sequence(column: reader.column) } }
        if try isAtKey() {
            return try nested { (reader) throws(FileError) in try reader.mapping(column: reader.column) }
        }
        if current == UInt8(ascii: "|") || current == UInt8(ascii: ">") { return try blockText(parent: least - 1) }
        return try inlineValue(parent: least - 1)
    }

    private var isAtDash: Bool { current == UInt8(ascii: "-") && Self.isBlank(next) }

    private mutating func sequence(column: Int) throws(FileError) -> SourceNode {
        let start = place
        var elements: [SourceNode] = []
        repeat {
            advance()
            skipSpaces()
            if isAtLineEnd {
                elements.append(try nextLines(after: column))
            } else {
                elements.append(try block(least: column + 1))
            }
            try skipToContent()
            if !isAtEnd, !isAtMarker, self.column > column { throw fault("The line is indented too far") }
        } while !isAtEnd && !isAtMarker && self.column == column && isAtDash
        return try node(.array(elements), at: start)
    }

    private mutating func mapping(column: Int) throws(FileError) -> SourceNode {
        let start = place
        var members: [SourceNode.Member] = []
        var known: [String: SourcePlace] = [:]
        while true {
            let keyPlace = place
            let name = try key()
            if let other = known.updateValue(keyPlace, forKey: name) {
                throw FileError(
                    "The member '\(name.prefix(64))' is in the object twice; it is at line \(other.line) already.",
                    at: keyPlace, member: String(name.prefix(64)))
            }
            advance()
            skipSpaces()
            let value: SourceNode
            if isAtLineEnd {
                value = try nextLines(after: column, allowsDashes: true)
            } else if current == UInt8(ascii: "|") || current == UInt8(ascii: ">") {
                value = try blockText(parent: column)
            } else {
                value = try inlineValue(parent: column)
            }
            members.append(SourceNode.Member(name: name, place: keyPlace, node: value))
            try skipToContent()
            if isAtEnd || isAtMarker || self.column < column { break }
            guard self.column == column else { throw fault("The line is indented too far") }
            guard try isAtKey() else { throw fault("Here belongs a member of the form 'name: value'") }
        }
        return try node(.object(members), at: start)
    }

    /// The value on the lines below; null if they are not indented further.
    private mutating func nextLines(after column: Int, allowsDashes: Bool = false) throws(FileError) -> SourceNode {
        let here = place
        skipComment()
        try skipToContent()
        guard !isAtEnd, !isAtMarker else { return try node(.null, at: here) }
        if allowsDashes, self.column == column, isAtDash {
            return try nested { (reader) throws(FileError) in try reader.sequence(column: column) }
        }
        guard self.column > column else { return try node(.null, at: here) }
        return try block(least: column + 1)
    }

    /// Whether a key and its colon are here, on one line.
    private func isAtKey() throws(FileError) -> Bool {
        var copy = position
        if current == UInt8(ascii: "?"), Self.isBlank(next) { throw fault("A key that is not a text is not supported") }
        if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") {
            let quote = current
            copy += 1
            while copy < bytes.count, bytes[copy] != quote, bytes[copy] != 0x0A {
                copy += quote == UInt8(ascii: "\"") && bytes[copy] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard copy < bytes.count, bytes[copy] == quote else { return false }
            copy += 1
            while copy < bytes.count, Self.isSpace(bytes[copy]) { copy += 1 }
            return isColon(at: copy)
        }
        guard canBeginPlain else { return false }
        while copy < bytes.count, bytes[copy] != 0x0A {
            if isColon(at: copy) { return true }
            if bytes[copy] == UInt8(ascii: "#"), Self.isSpace(bytes[copy - 1]) { return false }
            copy += 1
        }
        return false
    }

    private func isColon(at index: Int) -> Bool {
        index < bytes.count && bytes[index] == UInt8(ascii: ":")
            && (index + 1 == bytes.count || Self.isBlank(bytes[index + 1]))
    }

    /// A key; stops at its colon.
    private mutating func key() throws(FileError) -> String {
        if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") {
            let text = try quoted()
            skipSpaces()
            return text
        }
        let start = position
        while !isColon(at: position) { advance() }
        var end = position
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// A value on the line of its key or dash: a text, or a flow collection.
    mutating func inlineValue(parent: Int) throws(FileError) -> SourceNode {
        let start = place
        switch current {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let value = try flow()
            try endLine()
            return value
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let text = try quoted()
            try endLine()
            return try node(.string(text), at: start)
        default:
            try checkBeginning()
            return try node(plain(parent: parent), at: start)
        }
    }

    /// A plain text, and the further lines of it.
    private mutating func plain(parent: Int) throws(FileError) -> SourceNode.Value {
        var text = try plainLine()
        var isOneLine = true
        while !isAtEnd, current == 0x0A {
            // Looks ahead: the text goes on where a line is indented further than the parent.
            var ahead = self
            var breaks = 0
            while !ahead.isAtEnd, ahead.current == 0x0A {
                ahead.newLine()
                breaks += 1
                while ahead.current == 0x20 { ahead.advance() }
            }
            guard !ahead.isAtEnd, ahead.column > parent, !ahead.isAtLineEnd, !ahead.isAtMarker else { break }
            if ahead.current == 0x09 { throw ahead.fault("Lines are indented with spaces; this one has a tabulator") }
            // YAML takes it for a part of the text, its author for an element.
            if ahead.isAtDash {
                throw ahead.fault("The line begins an element, but it is indented as a part of a text")
            }
            self = ahead
            text += breaks == 1 ? " " : String(repeating: "\n", count: breaks - 1)
            text += try plainLine()
            isOneLine = false
        }
        return isOneLine ? Self.resolved(text) : .string(text)
    }

    private mutating func plainLine() throws(FileError) -> String {
        let start = position
        while !isAtEnd, current != 0x0A {
            if isColon(at: position) {
                throw fault("A text that contains a colon and a space is in quotation marks")
            }
            if current == UInt8(ascii: "#"), position > start, Self.isSpace(bytes[position - 1]) { break }
            advance()
        }
        var end = position
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        if current == UInt8(ascii: "#") { skipComment() }
        return text
    }
}
