/// A JSON value (RFC 8259).
///
/// A number is kept as its text, so that reading and writing a document loses no digit; object members have no order.
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, as its text.
    case number(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; the parser refuses duplicate names.
    case object([String: JSONValue])
}

extension JSONValue {
    /// A whole number.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

    /// An array of strings.
    public static func strings(_ values: some Sequence<String>) -> JSONValue { .array(values.map { .string($0) }) }

    /// The string, if it is one.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The number as a whole number, if it is a number without fraction that `Int64` holds (`1`, `-3`, `1.0`, `1e3`).
    public var integerValue: Int64? {
        guard case .number(let text) = self else { return nil }
        if let exact = Int64(text) { return exact }
        guard let value = Double(text), value.rounded() == value, abs(value) < 9e15 else { return nil }
        return Int64(value)
    }

    /// The number as floating point, if it is a number that a finite `Double` can hold: not `1e999`.
    public var doubleValue: Double? {
        guard case .number(let text) = self, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The Boolean value, if it is one.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements, if it is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if it is an object.
    public var objectValue: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of that name, if it is an object with such a member.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object; for a duplicate name the last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
    /// `null`
    public init(nilLiteral: ()) { self = .null }
}
