import KeyfobIdPDirectory

/// The symbols of a `$filter`.
struct FilterLexer {
    enum Symbol: Sendable, Hashable {
        case name(String)
        case literal(FilterExpression.Literal)
        case open, close, comma, colon, slash
    }

    /// The longest filter, in bytes.
    static let longest = 8192

    /// The symbols, each with the position at which it begins.
    static func symbols(of text: String) throws(GraphError) -> [(symbol: Symbol, position: Int)] {
        guard text.utf8.count <= longest else { throw .malformed("The $filter is longer than \(longest) bytes.") }
        let scalars = Array(text.unicodeScalars)
        var out: [(Symbol, Int)] = []
        var index = 0
        while index < scalars.count {
            let start = index
            switch scalars[index] {
            case " ", "\t", "\n", "\r": index += 1
            case "(": out.append((.open, start)); index += 1
            case ")": out.append((.close, start)); index += 1
            case ",": out.append((.comma, start)); index += 1
            case "/": out.append((.slash, start)); index += 1
            case "'":
                out.append((.literal(.text(try quoted(scalars, &index, in: text))), start))
            default:
                var word = String.UnicodeScalarView()
                while index < scalars.count, isPartOfWord(scalars[index], inTime: word.first.map(isDigit) ?? false) {
                    word.append(scalars[index])
                    index += 1
                }
                if word.isEmpty {
                    guard scalars[start] == ":" else { throw syntax(at: start, in: text) }
                    out.append((.colon, start))
                    index += 1
                } else {
                    out.append((symbol(String(word)), start))
                }
            }
        }
        return out
    }

    static func syntax(at position: Int, in text: String) -> GraphError {
        .malformed("Syntax error at position \(position) in '\(text.prefix(256))'.")
    }

    private static func quoted(
        _ scalars: [Unicode.Scalar], _ index: inout Int, in text: String
    ) throws(GraphError) -> String {
        let start = index
        index += 1
        var out = String.UnicodeScalarView()
        while index < scalars.count {
            if scalars[index] == "'" {
                // Two quotation marks are one.
                guard index + 1 < scalars.count, scalars[index + 1] == "'" else {
                    index += 1
                    return String(out)
                }
                index += 1
            }
            out.append(scalars[index])
            index += 1
        }
        throw .malformed("There is an unterminated string literal at position \(start) in '\(text.prefix(256))'.")
    }

    /// A colon belongs to a time, which begins with a digit, and otherwise follows the variable of a lambda.
    private static func isPartOfWord(_ scalar: Unicode.Scalar, inTime: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "$", "@", "#": true
        case ":", "+": inTime
        default: false
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func symbol(_ word: String) -> Symbol {
        switch word {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default: break
        }
        guard let first = word.unicodeScalars.first else { return .name(word) }
        if let number = Double(word), isDigit(first) || first == "-" { return .literal(.number(number)) }
        return isDigit(first) || ApplicationJSON.isGUID(word.lowercased()) ? .literal(.bare(word)) : .name(word)
    }
}
