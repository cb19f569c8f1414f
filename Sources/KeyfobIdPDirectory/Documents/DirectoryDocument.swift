package import KeyfobCore
package import KeyfobIdPCore
import KeyfobOAuth

/// The JSON of an object of the directory, read strictly: a member of the wrong type or an unknown one is refused. Errors
/// name the member with its path: `api.oauth2PermissionScopes[1].id`.
package struct DirectoryDocument {
    /// The members as they are.
    package let members: [String: JSONValue]
    /// The path of this object in the outermost one, with a dot at the end; empty for that one.
    private let path: String

    /// Reads the body of a request.
    package init(_ context: RequestContext, known: Set<String>) throws(DirectoryError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: context.request.body) } catch {
            throw .invalid("The body is not JSON: \(error).")
        }
        try self.init(value, known: known)
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - value: the object.
    ///   - known: the members that it may have; nil for any.
    ///   - path: its path in the outermost object, with a dot at the end.
    package init(_ value: JSONValue, known: Set<String>?, path: String = "") throws(DirectoryError) {
        guard let members = value.objectValue else {
            guard !path.isEmpty else { throw .invalid("The body is not a JSON object.") }
            throw .invalid(member: String(path.dropLast()), "is not an object.")
        }
        self.members = members
        self.path = path
        guard let known, let name = members.keys.filter({ !known.contains($0) }).min() else { return }
        throw .invalid(member: path + name.prefix(64), "is not known here.")
    }

    /// A member with text; nil if it is missing or null.
    package func string(_ name: String) throws(DirectoryError) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .invalid(member: path + name, "is not a string.")
        }
    }

    /// A member with text, which has to be present and not empty.
    package func required(_ name: String) throws(DirectoryError) -> String {
        guard let text = try string(name), !text.isEmpty else { throw .invalid(member: path + name, "is missing.") }
        return text
    }

    /// A member that is true or false.
    package func bool(_ name: String) throws(DirectoryError) -> Bool? {
        switch members[name] {
        case nil, .null: return nil
        case .bool(let value): return value
        default: throw .invalid(member: path + name, "is neither true nor false.")
        }
    }

    /// A member with a whole number in a range.
    package func integer(_ name: String, _ range: ClosedRange<Int64>) throws(DirectoryError) -> Int64? {
        guard let value = members[name], value != .null else { return nil }
        guard let number = value.integerValue, range.contains(number) else {
            throw .invalid(
                member: path + name, "is not a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A member with an array of texts.
    package func strings(_ name: String) throws(DirectoryError) -> [String]? {
        guard let value = members[name], value != .null else { return nil }
        guard let array = value.arrayValue else { throw .invalid(member: path + name, "is not an array.") }
        var out: [String] = []
        for (index, element) in array.enumerated() {
            guard let text = element.stringValue else {
                throw .invalid(member: "\(path)\(name)[\(index)]", "is not a string.")
            }
            out.append(text)
        }
        return out
    }

    /// A member with an object.
    package func object(_ name: String, known: Set<String>) throws(DirectoryError) -> DirectoryDocument? {
        guard let value = members[name], value != .null else { return nil }
        return try DirectoryDocument(value, known: known, path: "\(path)\(name).")
    }

    /// A member with an array of objects.
    package func objects(_ name: String, known: Set<String>) throws(DirectoryError) -> [DirectoryDocument]? {
        guard let value = members[name], value != .null else { return nil }
        guard let array = value.arrayValue else { throw .invalid(member: path + name, "is not an array.") }
        var out: [DirectoryDocument] = []
        for (index, element) in array.enumerated() {
            out.append(try DirectoryDocument(element, known: known, path: "\(path)\(name)[\(index)]."))
        }
        return out
    }
}
