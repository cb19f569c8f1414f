import KeyfobCore

/// One object of a policy's JSON, read strictly: no meaningful member is ignored.
struct PolicyReader {
    let path: String
    let members: [String: JSONValue]

    init(_ value: JSONValue, path: String) throws(PolicyFormatError) {
        guard let members = value.objectValue else {
            throw PolicyFormatError(path: path.isEmpty ? "policy" : path, message: "it is not a JSON object")
        }
        self.path = path
        self.members = members
    }

    func fault(_ name: String, _ message: String) -> PolicyFormatError {
        PolicyFormatError(path: path.isEmpty ? name : "\(path).\(name)", message: message)
    }

    /// Refuses every unknown member with a value; `null`, `[]` and `{}` count as no value, and annotations
    /// (`@odata.type`) describe the JSON only.
    func allow(only known: Set<String>) throws(PolicyFormatError) {
        let silent: [JSONValue] = [.null, .array([]), .object([:])]
        let others = members.filter { !known.contains($0.key) && !$0.key.contains("@") && !silent.contains($0.value) }
        guard let name = others.keys.min() else { return }
        throw fault(String(name.prefix(64)), "this provider cannot evaluate it, so a policy that has it is refused")
    }

    func string(_ name: String) throws(PolicyFormatError) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw fault(name, "it is not a string")
        }
    }

    func required(_ name: String) throws(PolicyFormatError) -> String {
        guard let text = try string(name), !text.isEmpty else { throw fault(name, "it is missing") }
        return text
    }

    func bool(_ name: String) throws(PolicyFormatError) -> Bool? {
        switch members[name] {
        case nil, .null: return nil
        case .bool(let value): return value
        default: throw fault(name, "it is neither true nor false")
        }
    }

    func integer(_ name: String) throws(PolicyFormatError) -> Int64? {
        guard let value = members[name], value != .null else { return nil }
        guard let number = value.integerValue else { throw fault(name, "it is not a whole number") }
        return number
    }

    func object(_ name: String) throws(PolicyFormatError) -> PolicyReader? {
        guard let value = members[name], value != .null else { return nil }
        return try PolicyReader(value, path: path.isEmpty ? name : "\(path).\(name)")
    }

    func objects(_ name: String) throws(PolicyFormatError) -> [PolicyReader] {
        guard let value = members[name], value != .null else { return [] }
        guard let array = value.arrayValue else { throw fault(name, "it is not an array") }
        var out: [PolicyReader] = []
        for element in array { out.append(try PolicyReader(element, path: path.isEmpty ? name : "\(path).\(name)")) }
        return out
    }

    func strings(_ name: String) throws(PolicyFormatError) -> [String] {
        guard let value = members[name], value != .null else { return [] }
        guard let array = value.arrayValue else { throw fault(name, "it is not an array") }
        var out: [String] = []
        for element in array {
            guard let text = element.stringValue else { throw fault(name, "an element is not a string") }
            out.append(text)
        }
        return out
    }

    /// The elements as values of an enumeration, compared without regard to letter case, as Graph does.
    func values<Value: RawRepresentable & CaseIterable & Hashable>(
        _ name: String, _ texts: [String], _: Value.Type
    ) throws(PolicyFormatError) -> Set<Value> where Value.RawValue == String {
        var out: Set<Value> = []
        for text in texts {
            guard let value = Value.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
                throw fault(name, "'\(text.prefix(64))' is not known here")
            }
            out.insert(value)
        }
        return out
    }
}
