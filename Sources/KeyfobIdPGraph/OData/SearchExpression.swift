import KeyfobCore

/// A `$search` of Microsoft Graph: clauses in quotation marks, `"displayName:ada"`, joined by AND and OR.
struct SearchExpression: Sendable, Hashable {
    /// One clause.
    struct Clause: Sendable, Hashable {
        /// The property; nil for every one that can be searched.
        let property: String?
        /// The words to search for, each of which has to begin a word of the property's text.
        let words: [String]
    }

    /// The largest number of clauses.
    private static let most = 50

    /// Alternatives, each of which is a list of clauses that all have to match.
    let alternatives: [[Clause]]

    /// Parses an expression.
    ///
    /// - Throws: ``GraphError`` where a clause lacks its quotation marks, or if there are too many.
    init(_ text: String) throws(GraphError) {
        guard text.utf8.count <= FilterLexer.longest else { throw .malformed("The $search is too long.") }
        var alternatives: [[Clause]] = [[]]
        var count = 0
        var rest = Substring(text).drop { $0 == " " }
        while !rest.isEmpty {
            if rest.first == "\"" {
                let body = rest.dropFirst().prefix { $0 != "\"" }
                guard body.endIndex < rest.endIndex else { throw Self.syntax(text, at: text.count) }
                count += 1
                guard count <= Self.most else {
                    throw .unsupported("The $search has more than \(Self.most) clauses. Search with fewer words.")
                }
                alternatives[alternatives.count - 1].append(Self.clause(body))
                rest = rest[rest.index(after: body.endIndex)...].drop { $0 == " " }
            } else if rest.prefix(4).uppercased() == "AND " {
                rest = rest.dropFirst(4).drop { $0 == " " }
            } else if rest.prefix(3).uppercased() == "OR " {
                alternatives.append([])
                rest = rest.dropFirst(3).drop { $0 == " " }
            } else {
                throw Self.syntax(text, at: text.count - rest.count)
            }
        }
        guard alternatives.allSatisfy({ !$0.isEmpty }) else { throw Self.syntax(text, at: 0) }
        self.alternatives = alternatives
    }

    /// Whether an object matches.
    ///
    /// - Throws: ``GraphError`` if that costs too much.
    func matches(_ entity: GraphEntity, _ budget: QueryBudget) throws(GraphError) -> Bool {
        var words = EntityWords(entity, budget)
        for clauses in alternatives where try Self.match(clauses, &words) { return true }
        return false
    }

    private static func match(_ clauses: [Clause], _ words: inout EntityWords) throws(GraphError) -> Bool {
        for clause in clauses where !(try words.match(clause)) { return false }
        return true
    }

    private static func clause(_ body: Substring) -> Clause {
        guard let colon = body.firstIndex(of: ":") else { return Clause(property: nil, words: words(body)) }
        return Clause(property: String(body[..<colon]), words: words(body[body.index(after: colon)...]))
    }

    /// The words of a text in lower case.
    static func words(_ text: some StringProtocol) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func syntax(_ text: String, at position: Int) -> GraphError {
        let character = text.dropFirst(position).first.map(String.init) ?? "end"
        return .malformed(
            "Syntax error: character '\(character)' is not valid at position \(position) in '\(text.prefix(128))'.")
    }
}

/// The words of an object's properties, each split once for all clauses.
private struct EntityWords {
    private let entity: GraphEntity
    private let budget: QueryBudget
    /// The words of each text of a property.
    private var known: [String: [[String]]] = [:]

    init(_ entity: GraphEntity, _ budget: QueryBudget) {
        self.entity = entity
        self.budget = budget
    }

    mutating func match(_ clause: SearchExpression.Clause) throws(GraphError) -> Bool {
        for name in clause.property.map({ [$0] }) ?? entity.type.searchable {
            for words in try texts(name) where try contains(words, clause.words) { return true }
        }
        return false
    }

    /// Whether each wanted word begins one of the words, in any order.
    private func contains(_ words: [String], _ wanted: [String]) throws(GraphError) -> Bool {
        for word in wanted {
            try budget.spend(1 + words.count)
            guard words.contains(where: { $0.hasPrefix(word) }) else { return false }
        }
        return true
    }

    private mutating func texts(_ name: String) throws(GraphError) -> [[String]] {
        guard let name = entity.type.property(name)?.name else { return [] }
        if let words = known[name] { return words }
        var all: [[String]] = []
        for text in Self.texts(entity.members[name]) {
            try budget.spend(1 + text.utf8.count)
            all.append(SearchExpression.words(text))
        }
        known[name] = all
        return all
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.compactMap(\.stringValue)
        default: []
        }
    }
}
