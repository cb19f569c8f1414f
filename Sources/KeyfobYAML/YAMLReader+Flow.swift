extension YAMLReader {
    /// A collection in brackets or braces, as in JSON.
    mutating func flow() throws(FileError) -> SourceNode {
        try nested { (reader) throws(FileError) in
            reader.current == UInt8(ascii: "[") ? try reader.flowSequence() : try reader.flowMapping()
        }
    }

    private mutating func flowSequence() throws(FileError) -> SourceNode {
        let start = place
        var elements: [SourceNode] = []
        advance()
        while true {
            skipFlowSpace()
            if current == UInt8(ascii: "]") { break }
            elements.append(try flowValue())
            skipFlowSpace()
            if current == UInt8(ascii: ",") {
                advance()
            } else if current != UInt8(ascii: "]") {
                throw fault("Here belongs a comma, or the end of the list")
            }
        }
        advance()
        return try node(.array(elements), at: start)
    }

    private mutating func flowMapping() throws(FileError) -> SourceNode {
        let start = place
        var members: [SourceNode.Member] = []
        var known: [String: SourcePlace] = [:]
        advance()
        while true {
            skipFlowSpace()
            if current == UInt8(ascii: "}") { break }
            let keyPlace = place
            let isQuoted = current == UInt8(ascii: "\"") || current == UInt8(ascii: "'")
            let name: String
            if isQuoted {
                name = try quoted()
            } else {
                try checkBeginning()
                name = flowPlain()
            }
            if let other = known.updateValue(keyPlace, forKey: name) {
                throw FileError(
                    "The member '\(name.prefix(64))' is in the object twice; it is at line \(other.line) already.",
                    at: keyPlace, member: String(name.prefix(64)))
            }
            skipFlowSpace()
            var value = try node(.null, at: place)
            if current == UInt8(ascii: ":") {
                advance()
                skipFlowSpace()
                if current != UInt8(ascii: ","), current != UInt8(ascii: "}") { value = try flowValue() }
            }
            members.append(SourceNode.Member(name: name, place: keyPlace, node: value))
            skipFlowSpace()
            if current == UInt8(ascii: ",") {
                advance()
            } else if current != UInt8(ascii: "}") {
                throw fault("Here belongs a comma, or the end of the object")
            }
        }
        advance()
        return try node(.object(members), at: start)
    }

    private mutating func flowValue() throws(FileError) -> SourceNode {
        let start = place
        switch current {
        case UInt8(ascii: "["), UInt8(ascii: "{"): return try flow()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try node(.string(try quoted()), at: start)
        default:
            try checkBeginning()
            return try node(Self.resolved(flowPlain()), at: start)
        }
    }

    /// A plain text on one line.
    private mutating func flowPlain() -> String {
        let start = position
        while !isAtEnd, current != 0x0A, !Self.isFlowIndicator(current) {
            if current == UInt8(ascii: ":"), Self.isBlank(next) || Self.isFlowIndicator(next) { break }
            if current == UInt8(ascii: "#"), position > start, Self.isSpace(bytes[position - 1]) { break }
            advance()
        }
        var end = position
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isFlowIndicator(_ byte: UInt8) -> Bool {
        [UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}")].contains(byte)
    }

    private mutating func skipFlowSpace() {
        while !isAtEnd {
            skipSpaces()
            skipComment()
            guard !isAtEnd, current == 0x0A else { return }
            newLine()
        }
    }
}
