/// Parses a `$filter` by recursive descent: `or`, `and`, `not`, comparison.
struct FilterParser {
    /// The deepest nesting: a filter is a sentence of a person or a program, not a tree of thousands of levels.
    private static let deepest = 50
    /// The deepest nesting of `any` and `all`: each level multiplies the evaluations by the elements of a collection.
    private static let mostLambdas = 2

    private let text: String
    private let symbols: [(symbol: FilterLexer.Symbol, position: Int)]
    private var next = 0
    private var depth = 0
    /// The variables of the surrounding `any` and `all`.
    private var variables: [String] = []

    /// Parses a filter.
    ///
    /// - Throws: ``GraphError`` with the position at which it cannot be understood.
    static func parse(_ text: String) throws(GraphError) -> FilterExpression {
        var parser = FilterParser(text: text, symbols: try FilterLexer.symbols(of: text))
        let expression = try parser.alternative()
        guard parser.next == parser.symbols.count else { throw parser.error }
        return expression
    }

    private init(text: String, symbols: [(symbol: FilterLexer.Symbol, position: Int)]) {
        self.text = text
        self.symbols = symbols
    }

    private var error: GraphError {
        FilterLexer.syntax(at: next < symbols.count ? symbols[next].position : text.unicodeScalars.count, in: text)
    }

    private var symbol: FilterLexer.Symbol? { next < symbols.count ? symbols[next].symbol : nil }

    private mutating func accept(_ expected: FilterLexer.Symbol) -> Bool {
        guard symbol == expected else { return false }
        next += 1
        return true
    }

    private mutating func accept(word: String) -> Bool {
        guard case .name(let name) = symbol, name.lowercased() == word else { return false }
        next += 1
        return true
    }

    private mutating func expect(_ expected: FilterLexer.Symbol) throws(GraphError) {
        guard accept(expected) else { throw error }
    }

    private mutating func alternative() throws(GraphError) -> FilterExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .malformed("The $filter is nested too deeply.") }
        var out = try conjunction()
        while accept(word: "or") { out = .or(out, try conjunction()) }
        return out
    }

    private mutating func conjunction() throws(GraphError) -> FilterExpression {
        var out = try negation()
        while accept(word: "and") { out = .and(out, try negation()) }
        return out
    }

    private mutating func negation() throws(GraphError) -> FilterExpression {
        guard accept(word: "not") else { return try comparison() }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .malformed("The $filter is nested too deeply.") }
        return .not(try negation())
    }

    private mutating func comparison() throws(GraphError) -> FilterExpression {
        if accept(.open) {
            let inner = try alternative()
            try expect(.close)
            return inner
        }
        if case .name(let name) = symbol, let function = FilterExpression.Function(rawValue: name.lowercased()),
            next + 1 < symbols.count, symbols[next + 1].symbol == .open
        {
            return try call(function)
        }
        if case .name = symbol, let lambda = try lambda() { return lambda }
        let left = try operand()
        if accept(word: "in") { return .member(left, of: try list()) }
        guard case .name(let word) = symbol, let operation = FilterExpression.Comparison(rawValue: word.lowercased())
        else {
            if case .literal = left { throw error }
            return .truth(left)
        }
        next += 1
        return .comparison(left, operation, try operand())
    }

    private mutating func call(_ function: FilterExpression.Function) throws(GraphError) -> FilterExpression {
        next += 1
        try expect(.open)
        let first = try operand()
        try expect(.comma)
        let second = try operand()
        try expect(.close)
        let call = FilterExpression.function(function, first, second)
        // `startswith(a,'b') eq true`
        guard accept(word: "eq") else { return call }
        guard case .literal(.bool(let value)) = symbol else { throw error }
        next += 1
        return value ? call : .not(call)
    }

    /// `PATH/any(x:EXPRESSION)`, if that is what follows.
    private mutating func lambda() throws(GraphError) -> FilterExpression? {
        let start = next
        var names = try path()
        guard let last = names.last?.lowercased(), last == "any" || last == "all", names.count > 1, accept(.open) else {
            next = start
            return nil
        }
        names.removeLast()
        if last == "any", accept(.close) { return .any(names, variable: "", nil) }
        guard case .name(let variable) = symbol else { throw error }
        next += 1
        try expect(.colon)
        guard !variables.contains(variable) else {
            throw .malformed("The range variable '\(variable.prefix(64))' has already been declared.")
        }
        variables.append(variable)
        defer { variables.removeLast() }
        guard variables.count <= Self.mostLambdas else {
            throw .unsupported("The $filter nests any and all more than \(Self.mostLambdas) levels deep.")
        }
        let inner = try alternative()
        try expect(.close)
        return last == "any" ? .any(names, variable: variable, inner) : .all(names, variable: variable, inner)
    }

    private mutating func path() throws(GraphError) -> [String] {
        guard case .name(let first) = symbol else { throw error }
        next += 1
        var names = [first]
        while accept(.slash) {
            guard case .name(let name) = symbol else { throw error }
            names.append(name)
            next += 1
        }
        // OData 4.0, part 2, section 5.1.1.10: otherwise one condition would look at the whole object for each element.
        guard variables.isEmpty || variables.contains(first) else {
            throw .malformed(
                "A path inside any or all has to begin with its variable, as in '\(variables.last ?? "x")/\(first.prefix(64))'."
            )
        }
        return names
    }

    private mutating func operand() throws(GraphError) -> FilterExpression.Operand {
        if case .literal(let literal) = symbol {
            next += 1
            return .literal(literal)
        }
        let names = try path()
        return names.last == "$count" && names.count > 1 ? .count(names.dropLast()) : .path(names)
    }

    private mutating func list() throws(GraphError) -> [FilterExpression.Literal] {
        try expect(.open)
        var out: [FilterExpression.Literal] = []
        repeat {
            guard case .literal(let literal) = symbol else { throw error }
            out.append(literal)
            next += 1
        } while accept(.comma)
        try expect(.close)
        return out
    }
}
