import KeyfobCore
import KeyfobIdPDirectory

/// Evaluates a filter on an object. Texts are compared without regard to letter case, as the directory does.
struct FilterEvaluation {
    /// The members of the object that the caller may read.
    private let members: [String: JSONValue]
    private let budget: QueryBudget
    /// The variables of the surrounding lambdas.
    private var variables: [String: JSONValue] = [:]

    init(_ members: [String: JSONValue], _ budget: QueryBudget) {
        self.members = members
        self.budget = budget
    }

    /// Whether the object matches.
    ///
    /// - Throws: ``GraphError`` if that costs too much.
    func matches(_ expression: FilterExpression) throws(GraphError) -> Bool {
        try budget.spend(1)
        switch expression {
        case .comparison(let left, let comparison, let right):
            return try compare(value(left), comparison, value(right))
        case .function(let function, let first, let second): return try call(function, value(first), value(second))
        case .member(let operand, let literals):
            let value = value(operand)
            for literal in literals where try compare(value, .eq, self.value(.literal(literal))) { return true }
            return false
        case .truth(let operand): return value(operand) == .bool(true)
        case .and(let first, let second):
            guard try matches(first) else { return false }
            return try matches(second)
        case .or(let first, let second):
            if try matches(first) { return true }
            return try matches(second)
        case .not(let inner): return !(try matches(inner))
        case .any(let path, let variable, let inner):
            let elements = elements(path)
            guard let inner else { return !elements.isEmpty }
            for element in elements where try binding(variable, element).matches(inner) { return true }
            return false
        case .all(let path, let variable, let inner):
            for element in elements(path) where !(try binding(variable, element).matches(inner)) { return false }
            return true
        }
    }

    private func binding(_ variable: String, _ element: JSONValue) -> FilterEvaluation {
        var inner = self
        inner.variables[variable] = element
        return inner
    }

    private func elements(_ path: [String]) -> [JSONValue] { value(.path(path)).arrayValue ?? [] }

    private func value(_ operand: FilterExpression.Operand) -> JSONValue {
        switch operand {
        case .literal(let literal):
            switch literal {
            case .text(let text), .bare(let text): return .string(text)
            case .number(let number): return .number(String(number))
            case .bool(let value): return .bool(value)
            case .null: return .null
            }
        case .count(let path): return .integer(elements(path).count)
        case .path(let names):
            guard let first = names.first else { return .null }
            var value = variables[first] ?? members[first] ?? .null
            for name in names.dropFirst() { value = value[name] ?? .null }
            return value
        }
    }

    private func call(
        _ function: FilterExpression.Function, _ first: JSONValue, _ second: JSONValue
    ) throws(GraphError) -> Bool {
        guard let text = first.stringValue, let part = second.stringValue else { return false }
        try budget.spend(on: text)
        try budget.spend(on: part)
        let (whole, sought) = (text.lowercased(), part.lowercased())
        return switch function {
        case .startswith: whole.hasPrefix(sought)
        case .endswith: whole.hasSuffix(sought)
        case .contains: sought.isEmpty || whole.contains(sought)
        }
    }

    private func compare(
        _ left: JSONValue, _ comparison: FilterExpression.Comparison, _ right: JSONValue
    ) throws(GraphError) -> Bool {
        try budget.spend(on: left, right)
        switch comparison {
        case .eq: return Self.isEqual(left, right)
        case .ne: return !Self.isEqual(left, right)
        case .gt: return Self.order(left, right).map { $0 > 0 } ?? false
        case .ge: return Self.order(left, right).map { $0 >= 0 } ?? false
        case .lt: return Self.order(left, right).map { $0 < 0 } ?? false
        case .le: return Self.order(left, right).map { $0 <= 0 } ?? false
        }
    }

    private static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if let order = order(left, right) { return order == 0 }
        return left == right
    }

    /// Negative, zero or positive; nil if the two cannot be ordered.
    static func order(_ left: JSONValue, _ right: JSONValue) -> Int? {
        if let first = left.stringValue, let second = right.stringValue {
            if isLikeTime(first), isLikeTime(second), let earlier = GraphTime.seconds(first),
                let later = GraphTime.seconds(second)
            {
                return earlier < later ? -1 : earlier > later ? 1 : 0
            }
            let (lower, other) = (first.lowercased(), second.lowercased())
            return lower < other ? -1 : lower > other ? 1 : 0
        }
        guard let first = left.doubleValue, let second = right.doubleValue else { return nil }
        return first < second ? -1 : first > second ? 1 : 0
    }

    /// Whether a text may be a time: reading one takes much longer than comparing two texts.
    private static func isLikeTime(_ text: String) -> Bool {
        text.utf8.count >= 20 && text.utf8.last == UInt8(ascii: "Z")
            && text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
    }
}

extension QueryBudget {
    /// Counts the comparison of two values.
    func spend(on first: JSONValue, _ second: JSONValue) throws(GraphError) {
        try spend(1 + (Self.length(first) + Self.length(second)) / 16)
    }

    private static func length(_ value: JSONValue) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .array(let elements): 16 * elements.count
        case .object(let members): 16 * members.count
        case .number, .bool, .null: 0
        }
    }
}
