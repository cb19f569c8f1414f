import KeyfobCore

/// Splits HTML into tags and text.
struct HTMLReader {
    enum Token: Equatable {
        case start(String, [String: String])
        case end(String)
        case text(String)
    }

    private var rest: Substring

    init(_ html: String) { rest = html[...] }

    static func isVoid(_ name: String) -> Bool {
        ["input", "br", "hr", "img", "meta", "link", "source", "wbr"].contains(name)
    }

    mutating func next() -> Token? {
        while !rest.isEmpty {
            if !rest.hasPrefix("<") {
                let end = rest.firstIndex(of: "<") ?? rest.endIndex
                let text = rest[..<end]
                rest = rest[end...]
                return .text(HTMLText.decode(String(text)))
            }
            if rest.hasPrefix("<!--") {
                skip(past: "-->")
            } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
                skip(past: ">")
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func skip(past end: String) {
        rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? ""
    }

    private mutating func tag() -> Token {
        rest.removeFirst()
        let isEnd = rest.first == "/"
        if isEnd { rest.removeFirst() }
        let name = take { $0.isLetter || $0.isNumber || $0 == "-" }.lowercased()
        guard !name.isEmpty else { return .text("<") }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard let character = rest.first else { break }
            if character == ">" {
                rest.removeFirst()
                break
            }
            if character == "/" {
                rest.removeFirst()
                continue
            }
            let (attribute, value) = self.attribute()
            if !attribute.isEmpty, attributes[attribute] == nil { attributes[attribute] = value }
        }
        if !isEnd, name == "script" || name == "style" { skip(past: "</\(name)>") }
        return isEnd ? .end(name) : .start(name, attributes)
    }

    private mutating func attribute() -> (String, String) {
        let name = take { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }.lowercased()
        if name.isEmpty { rest.removeFirst() }
        skipSpace()
        guard rest.first == "=" else { return (name, "") }
        rest.removeFirst()
        skipSpace()
        let value: String
        if let quote = rest.first, quote == "\"" || quote == "'" {
            rest.removeFirst()
            value = take { $0 != quote }
            if !rest.isEmpty { rest.removeFirst() }
        } else {
            value = take { !$0.isWhitespace && $0 != ">" }
        }
        return (name, HTMLText.decode(value))
    }

    private mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

    private mutating func take(while matches: (Character) -> Bool) -> String {
        let taken = rest.prefix(while: matches)
        rest = rest[taken.endIndex...]
        return String(taken)
    }
}
