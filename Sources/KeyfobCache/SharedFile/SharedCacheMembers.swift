import KeyfobCore

/// The members of an entry to be written, in order.
struct SharedCacheMembers: Sendable {
    private(set) var list: [(name: String, value: JSONValue)] = []

    /// Adds a member.
    mutating func set(_ name: String, _ value: String) { list.append((name, .string(value))) }

    /// Adds a member, if there is a value.
    mutating func set(_ name: String, _ value: String?) {
        if let value { list.append((name, .string(value))) }
    }

    /// Adds a time: decimal seconds in a string, since other readers do not accept a number.
    mutating func set(_ name: String, time: Int64?) { set(name, time.map { String($0) }) }

    /// Adds unknown members.
    mutating func add(_ unknown: [String: JSONValue], except modelled: Set<String>) {
        for (name, value) in unknown.sorted(by: { $0.key < $1.key }) where !modelled.contains(name) {
            list.append((name, value))
        }
    }

    subscript(name: String) -> JSONValue? { list.first { $0.name == name }?.value }

    /// The entry as text.
    func object(_ style: JSONStyle, depth: Int) -> JSONObjectText {
        var object = JSONObjectText()
        for (name, value) in list { object.append(name, JSONText.write(value)[...], style, depth: depth) }
        return object
    }
}
