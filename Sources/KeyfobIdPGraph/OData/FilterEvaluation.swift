import KeyfobCore
import KeyfobIdPDirectory

/// Evaluates a filter on an object. Texts are compared without regard to letter case, as the directory does.
struct FilterEvaluation {
    /// The members of the object.
    let members: [String: JSONValue]
    /// The variables of the surrounding lambdas.
    private var variables: [String: JSONValue] = [:]

    init(_ members: [String: JSONValue]) { self.members = members }

    func matches(_ expression: FilterExpression) -> Bool {
        switch expression {
        case .comparison(let left, let comparison, let right): return compare(left, comparison, right)
        case .function(let function, let first, let second): return call(function, first, second)
        case .member(let operand, let literals):
            return literals.contains { compare(operand, .eq, .literal($0)) }
        case .truth(let operand): return value(operand) == .bool(true)
        case .and(let first, let second): return matches(first) && matches(second)
        case .or(let first, let second): return matches(first) || matches(second)
        case .not(let inner): return !matches(inner)
        case .any(let path, let variable, let inner):
            let elements = elements(path)
            guard let inner else { return !elements.isEmpty }
            return elements.contains { element in binding(variable, element).matches(inner) }
        case .all(let path, let variable, let inner):
            return elements(path).allSatisfy { element in binding(variable, element).matches(inner) }
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
        _ function: FilterExpression.Function, _ first: FilterExpression.Operand, _ second: FilterExpression.Operand
    ) -> Bool {
        guard let text = value(first).stringValue?.lowercased(), let part = value(second).stringValue?.lowercased()
        else { return false }
        return switch function {
        case .startswith: text.hasPrefix(part)
        case .endswith: text.hasSuffix(part)
        case .contains: part.isEmpty || text.contains(part)
        }
    }

    private func compare(
        _ first: FilterExpression.Operand, _ comparison: FilterExpression.Comparison, _ second: FilterExpression.Operand
    ) -> Bool {
        let (left, right) = (value(first), value(second))
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
            if let earlier = GraphTime.seconds(first), let later = GraphTime.seconds(second) {
                return earlier < later ? -1 : earlier > later ? 1 : 0
            }
            let (lower, other) = (first.lowercased(), second.lowercased())
            return lower < other ? -1 : lower > other ? 1 : 0
        }
        guard let first = left.doubleValue, let second = right.doubleValue else { return nil }
        return first < second ? -1 : first > second ? 1 : 0
    }
}
