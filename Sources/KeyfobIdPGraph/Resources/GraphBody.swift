import KeyfobCore
import KeyfobOAuth

/// The JSON object in the body of a request.
struct GraphBody: Sendable {
    /// The members without annotations.
    let members: [String: JSONValue]
    /// The members as they came, with annotations such as `@odata.id` and `members@odata.bind`.
    let all: [String: JSONValue]

    /// Reads the body of a request; one without a body has no members.
    ///
    /// - Throws: ``GraphError`` if it is no JSON object.
    init(_ request: HTTPRequest) throws(GraphError) {
        guard !request.body.isEmpty else {
            self.init([:])
            return
        }
        guard let value = try? JSONValue(parsing: request.body), let members = value.objectValue else {
            throw .malformed(
                "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON "
                    + "format.")
        }
        self.init(members)
    }

    /// Makes a body.
    init(_ members: [String: JSONValue]) {
        all = members
        self.members = members.filter { !$0.key.contains("@") }
    }

    /// Checks that each member is a property of a type, has its kind and may be set.
    ///
    /// - Parameter further: relationships and other members that the caller reads itself.
    /// - Throws: ``GraphError``
    func check(_ type: GraphType, further: Set<String> = []) throws(GraphError) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where !further.contains(name) {
            guard let property = type.properties[name] else {
                throw .malformed(
                    "The property '\(name.prefix(64))' does not exist on type 'microsoft.graph.\(type.name)'. Make sure to only "
                        + "use property names that are defined by the type.")
            }
            guard property.accepts(value) else { throw .invalidValue(name, of: type) }
            // A client may send an object back as it got it.
            guard property.source != .directory || value == property.empty || name == "id" || name.hasSuffix("DateTime")
            else {
                throw .invalid("Property '\(name)' is read-only and cannot be set.")
            }
        }
    }

    /// A member with a text.
    func string(_ name: String) -> String? { members[name]?.stringValue }

    /// A member with a text, which has to be there.
    func required(_ name: String, of type: GraphType) throws(GraphError) -> String {
        guard let text = string(name), !text.isEmpty else { throw .missing(name, of: type) }
        return text
    }

    /// A member with an array of texts.
    func strings(_ name: String) -> [String]? { members[name]?.arrayValue?.compactMap(\.stringValue) }

    /// The ids of the objects to which `NAME@odata.bind` refers.
    ///
    /// - Throws: ``GraphError`` for more than Microsoft Graph permits in one request.
    func bound(_ name: String) throws(GraphError) -> [String] {
        let ids = (all["\(name)@odata.bind"]?.arrayValue ?? []).compactMap(\.stringValue).compactMap(GraphReference.id)
        guard ids.count <= 20 else { throw .invalid("At most 20 references can be added in one request.") }
        return ids
    }
}

/// A reference to an object: its address, in any of the forms that clients have.
enum GraphReference {
    /// The id in an address: its last segment, or the key in parentheses.
    static func id(_ address: String) -> String? {
        guard let last = address.split(separator: "/").last else { return nil }
        if let open = last.firstIndex(of: "("), last.hasSuffix(")") {
            let key = last[last.index(after: open)...].dropLast()
            let value = key.split(separator: "=").last ?? key
            return value.filter { $0 != "'" }
        }
        return String(last)
    }
}
