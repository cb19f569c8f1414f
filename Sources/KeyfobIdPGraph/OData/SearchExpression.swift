import KeyfobCore

/// A `$search` of Microsoft Graph: clauses in quotation marks, `"displayName:ada"`, joined by AND and OR.
struct SearchExpression: Sendable, Hashable {
    /// One clause.
    struct Clause: Sendable, Hashable {
        /// The property; nil for every one that can be searched.
        let property: String?
        /// The text to search for.
        let text: String
    }

    /// Alternatives, each of which is a list of clauses that all have to match.
    let alternatives: [[Clause]]

    /// Parses an expression.
    ///
    /// - Throws: ``GraphError`` where a clause lacks its quotation marks.
    init(_ text: String) throws(GraphError) {
        guard text.utf8.count <= FilterLexer.longest else { throw .malformed("The $search is too long.") }
        var alternatives: [[Clause]] = [[]]
        var rest = Substring(text).drop { $0 == " " }
        while !rest.isEmpty {
            if rest.first == "\"" {
                let body = rest.dropFirst().prefix { $0 != "\"" }
                guard body.endIndex < rest.endIndex else { throw Self.syntax(text, at: text.count) }
                alternatives[alternatives.count - 1].append(Self.clause(String(body)))
                rest = rest[rest.index(after: body.endIndex)...].drop { $0 == " " }
            } else if rest.uppercased().hasPrefix("AND ") {
                rest = rest.dropFirst(4).drop { $0 == " " }
            } else if rest.uppercased().hasPrefix("OR ") {
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
    /// - Parameter searchable: the properties of clauses that name none.
    func matches(_ members: [String: JSONValue], searchable: [String]) -> Bool {
        alternatives.contains { clauses in
            clauses.allSatisfy { clause in
                let names = clause.property.map { [$0] } ?? searchable
                return names.contains { name in
                    Self.texts(members.first { $0.key.lowercased() == name.lowercased() }?.value)
                        .contains { Self.contains($0, clause.text) }
                }
            }
        }
    }

    private static func clause(_ body: String) -> Clause {
        guard let colon = body.firstIndex(of: ":") else { return Clause(property: nil, text: body) }
        return Clause(property: String(body[..<colon]), text: String(body[body.index(after: colon)...]))
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.compactMap(\.stringValue)
        default: []
        }
    }

    /// Whether each word of the search begins a word of the text, in any order.
    private static func contains(_ text: String, _ search: String) -> Bool {
        let words = words(text)
        return Self.words(search).allSatisfy { wanted in words.contains { $0.hasPrefix(wanted) } }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func syntax(_ text: String, at position: Int) -> GraphError {
        let character = text.dropFirst(position).first.map(String.init) ?? "end"
        return .malformed(
            "Syntax error: character '\(character)' is not valid at position \(position) in '\(text.prefix(128))'.")
    }
}
