import KeyfobCore
import KeyfobOAuth

/// The members of a response by name, from a form, a dictionary of texts, or a JSON object.
struct BrokerMembers: Sendable, Hashable {
    private var values: [String: String]

    init(_ values: [String: String] = [:]) { self.values = values }

    /// Makes an empty set with reserved capacity.
    init(capacity: Int) { values = Dictionary(minimumCapacity: capacity) }

    init(_ parameters: FormParameters) {
        values = Dictionary(parameters.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads an object whose members are texts, numbers or booleans; nil for anything else. Members that are lists or
    /// objects are stored as their JSON.
    init?(json text: String) {
        guard let members = (try? JSONValue(parsing: text))?.objectValue else { return nil }
        values = members.compactMapValues { value in
            switch value {
            case .null: nil
            case .string(let text): text
            case .number(let text): text
            case .bool(let flag): flag ? "1" : "0"
            case .array, .object: value.text()
            }
        }
    }

    subscript(name: String) -> String? {
        get {
            guard let value = values[name], !value.isEmpty else { return nil }
            return value
        }
        set { values[name] = newValue?.isEmpty == true ? nil : newValue }
    }

    /// Sets a member if there is a value; otherwise nothing changes.
    mutating func put(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { values[name] = value }
    }

    /// Sets all of the parameters, replacing members of the same name.
    mutating func put(_ parameters: FormParameters) {
        for (name, value) in parameters.pairs { values[name] = value }
    }

    /// Returns a token; nil if it is absent or empty.
    ///
    /// - Throws: ``BrokerMessageError`` if it has a character that no token has.
    func token(_ name: String) throws(BrokerMessageError) -> Secret<String>? {
        guard let text = self[name] else { return nil }
        guard let token = TokenSyntax.token(text) else { throw Self.notAToken(name) }
        return token
    }

    /// Returns the type of a token; nil if it is absent or empty.
    ///
    /// - Throws: ``BrokerMessageError`` if it has a character that no token type has.
    func tokenType(_ name: String) throws(BrokerMessageError) -> String? {
        guard let type = self[name] else { return nil }
        guard TokenSyntax.isTokenType(type) else { throw Self.notAToken(name) }
        return type
    }

    private static func notAToken(_ name: String) -> BrokerMessageError {
        BrokerMessageError("The member \(name) has characters that no token has (RFC 6749 appendix A).")
    }

    /// Returns a number of seconds, not negative; a fraction is truncated.
    func seconds(_ name: String) -> Int64? {
        guard let text = self[name], let number = Double(text), number >= 0, number < 9e15 else { return nil }
        return Int64(number)
    }

    func scopes(_ name: String) -> ScopeSet? { self[name].map(ReadTexts.scopes) }

    func flag(_ name: String) -> Bool { BrokerFlag.isTrue(self[name]) }

    mutating func merge(_ other: BrokerMembers) { values.merge(other.values) { _, new in new } }

    /// Returns all members except those of the given names, sorted by name.
    func parameters(without names: Set<String>) -> FormParameters {
        var others: [(String, String)] = []
        for (name, value) in values where !names.contains(name) { others.append((name, value)) }
        return FormParameters(others.count > 1 ? others.sorted { $0.0 < $1.0 } : others)
    }

    /// All members, sorted by name.
    var parameters: FormParameters { FormParameters(values.sorted { $0.key < $1.key }) }

    var dictionary: [String: String] { values }

    var jsonText: String { JSONValue.object(values.mapValues { .string($0) }).text() }
}

extension BrokerMembers: CustomStringConvertible, CustomReflectable {
    /// The names only: a value may be a token.
    var description: String { "[\(values.keys.sorted().joined(separator: ", "))]" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
