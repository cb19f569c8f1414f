extension DeviceFilter {
    /// The longest rule in bytes, as at Microsoft Graph.
    package static let longestRule = 3072

    /// Reads a rule.
    ///
    /// - Throws: ``PolicyFormatError`` without a path, with the expected token and its position.
    package init(parsing text: String) throws(PolicyFormatError) {
        guard text.utf8.count <= Self.longestRule else {
            throw PolicyFormatError(path: "", message: "the rule is longer than \(Self.longestRule) bytes")
        }
        var parser = try DeviceFilterParser(text)
        self = try parser.rule()
    }
}

/// A recursive-descent parser. It is total: every input gives a rule or an error, and nesting is limited.
private struct DeviceFilterParser {
    private enum Token: Equatable {
        case word(String)
        case keyword(String)
        case text(String)
        case mark(Character)
    }

    private static let deepest = 32
    private var tokens: [(token: Token, place: Int)] = []
    private var next = 0

    init(_ source: String) throws(PolicyFormatError) {
        var rest = Array(source.unicodeScalars)[...]
        var place: Int { source.unicodeScalars.count - rest.count }
        while let first = rest.first {
            let start = place
            switch first {
            case " ", "\t", "\r", "\n": rest.removeFirst()
            case "(", ")", "[", "]", ",":
                rest.removeFirst()
                tokens.append((.mark(Character(first)), start))
            case "\"", "'":
                rest.removeFirst()
                guard let end = rest.firstIndex(of: first) else {
                    throw PolicyFormatError(
                        path: "", message: "the text at character \(start + 1) has no closing quote")
                }
                tokens.append((.text(String(String.UnicodeScalarView(rest[..<end]))), start))
                rest = rest[(end + 1)...]
            default:
                let word = rest.prefix {
                    $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "." || $0 == "-"
                }
                guard !word.isEmpty else {
                    throw PolicyFormatError(path: "", message: "the character \(start + 1) has no meaning in a rule")
                }
                rest = rest.dropFirst(word.count)
                let text = String(String.UnicodeScalarView(word))
                tokens.append((text.hasPrefix("-") ? .keyword(text.dropFirst().lowercased()) : .word(text), start))
            }
        }
    }

    mutating func rule() throws(PolicyFormatError) -> DeviceFilter {
        let rule = try disjunction(depth: 0)
        guard next == tokens.count else { throw expected("the end, -and or -or") }
        return rule
    }

    private mutating func disjunction(depth: Int) throws(PolicyFormatError) -> DeviceFilter {
        var rule = try conjunction(depth: depth)
        while take(.keyword("or")) { rule = .disjunction(rule, try conjunction(depth: depth)) }
        return rule
    }

    private mutating func conjunction(depth: Int) throws(PolicyFormatError) -> DeviceFilter {
        var rule = try operand(depth: depth)
        while take(.keyword("and")) { rule = .conjunction(rule, try operand(depth: depth)) }
        return rule
    }

    private mutating func operand(depth: Int) throws(PolicyFormatError) -> DeviceFilter {
        guard depth < Self.deepest else { throw expected("less nesting") }
        if take(.keyword("not")) { return .negation(try operand(depth: depth + 1)) }
        guard take(.mark("(")) else { return try comparison() }
        let rule = try disjunction(depth: depth + 1)
        guard take(.mark(")")) else { throw expected("a closing parenthesis") }
        return rule
    }

    private mutating func comparison() throws(PolicyFormatError) -> DeviceFilter {
        guard case .word(let name)? = peek, name.lowercased().hasPrefix("device.") else {
            throw expected("an attribute such as device.isCompliant")
        }
        let short = name.dropFirst(7).lowercased()
        guard let attribute = DeviceFilter.Attribute.allCases.first(where: { $0.rawValue.lowercased() == short }) else {
            let known = DeviceFilter.Attribute.allCases.map(\.rawValue).joined(separator: ", ")
            throw PolicyFormatError(
                path: "", message: "this directory stores no '\(name.prefix(64))' of devices; it stores \(known)")
        }
        next += 1
        guard case .keyword(let keyword)? = peek,
            let comparison = DeviceFilter.Operator.allCases.first(where: { $0.rawValue.lowercased() == keyword })
        else { throw expected("an operator such as -eq") }
        next += 1
        return .comparison(attribute, comparison, try value(for: attribute, comparison))
    }

    private mutating func value(
        for attribute: DeviceFilter.Attribute, _ comparison: DeviceFilter.Operator
    ) throws(PolicyFormatError) -> DeviceFilter.Value {
        let isEquality = comparison == .eq || comparison == .ne
        switch peek {
        case .mark("[") where (comparison == .in || comparison == .notIn) && attribute != .isCompliant:
            return .list(try list())
        case .text(let text) where comparison != .in && comparison != .notIn && attribute != .isCompliant:
            next += 1
            return .text(text)
        case .word(let word) where isEquality && word.lowercased() == "null":
            next += 1
            return .null
        case .word(let word) where isEquality && attribute == .isCompliant:
            guard ["true", "false"].contains(word.lowercased()) else { throw expected("True or False") }
            next += 1
            return .bool(word.lowercased() == "true")
        default:
            let what =
                attribute == .isCompliant
                ? "True or False, by -eq or -ne" : comparison.takesList ? "a list in brackets" : "text in quotes"
            throw expected(what)
        }
    }

    private mutating func list() throws(PolicyFormatError) -> [String] {
        var texts: [String] = []
        next += 1
        repeat {
            guard case .text(let text)? = peek else { throw expected("text in quotes") }
            texts.append(text)
            next += 1
        } while take(.mark(","))
        guard take(.mark("]")) else { throw expected("a closing bracket") }
        return texts
    }

    private var peek: Token? { next < tokens.count ? tokens[next].token : nil }

    private mutating func take(_ token: Token) -> Bool {
        guard peek == token else { return false }
        next += 1
        return true
    }

    private func expected(_ what: String) -> PolicyFormatError {
        let place = next < tokens.count ? "at character \(tokens[next].place + 1)" : "at the end"
        return PolicyFormatError(path: "", message: "the rule needs \(what) \(place)")
    }
}

extension DeviceFilter.Operator {
    fileprivate var takesList: Bool { self == .in || self == .notIn }
}
