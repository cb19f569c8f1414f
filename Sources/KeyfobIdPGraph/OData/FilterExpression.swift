/// A `$filter` of OData 4.0 (part 2, section 5.1.1), as far as Microsoft Graph has it for directory objects.
indirect enum FilterExpression: Sendable, Hashable {
    /// How two operands are compared.
    enum Comparison: String, Sendable, Hashable, CaseIterable {
        case eq, ne, gt, ge, lt, le
    }

    /// A function of two texts.
    enum Function: String, Sendable, Hashable, CaseIterable {
        case startswith, endswith, contains
    }

    /// A side of a comparison.
    enum Operand: Sendable, Hashable {
        /// A property, or a member of one: `web/homePageUrl`. In a lambda the first name may be its variable.
        case path([String])
        /// The number of elements of a collection: `members/$count`.
        case count([String])
        case literal(Literal)
    }

    /// A value in the text of a filter.
    enum Literal: Sendable, Hashable {
        case text(String)
        case number(Double)
        case bool(Bool)
        case null
        /// A GUID or a time, which OData writes without quotation marks.
        case bare(String)
    }

    case comparison(Operand, Comparison, Operand)
    case function(Function, Operand, Operand)
    case member(Operand, of: [Literal])
    case truth(Operand)
    case and(FilterExpression, FilterExpression)
    case or(FilterExpression, FilterExpression)
    case not(FilterExpression)
    /// `PATH/any(x:EXPRESSION)`; without an expression: the collection is not empty.
    case any([String], variable: String, FilterExpression?)
    case all([String], variable: String, FilterExpression)

    /// Whether Microsoft Graph answers it only as an advanced query, with `ConsistencyLevel: eventual` and
    /// `$count=true`.
    var isAdvanced: Bool {
        switch self {
        case .comparison(let left, let comparison, let right):
            if comparison == .ne { return true }
            if case .count = left { return true }
            if case .count = right { return true }
            return false
        case .function(let function, _, _): return function != .startswith
        case .member, .truth: return false
        case .and(let first, let second), .or(let first, let second): return first.isAdvanced || second.isAdvanced
        case .not: return true
        case .any(_, _, let inner): return inner?.isAdvanced ?? false
        case .all(_, _, let inner): return inner.isAdvanced
        }
    }

    /// The value that every match has in a property, if the filter says so: it allows a look-up instead of a search.
    func required(_ property: String) -> String? {
        switch self {
        case .comparison(.path([property]), .eq, .literal(.text(let text))): return text
        case .comparison(.path([property]), .eq, .literal(.bare(let text))): return text
        case .and(let first, let second): return first.required(property) ?? second.required(property)
        default: return nil
        }
    }
}
