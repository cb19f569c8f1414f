import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// The JSON object of an admin request, read strictly: a member of the wrong type or an unknown one is refused.
struct AdminBody {
    let members: [String: JSONValue]

    init(_ context: RequestContext, known: Set<String>) throws(AdminError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: context.request.body) } catch {
            throw .invalid("The body is not JSON: \(error).")
        }
        try self.init(value, known: known)
    }

    init(_ value: JSONValue, known: Set<String>) throws(AdminError) {
        guard let members = value.objectValue else { throw .invalid("The body is not a JSON object.") }
        if let name = members.keys.filter({ !known.contains($0) }).min() {
            throw .invalid("The member '\(name.prefix(64))' is not known here.")
        }
        self.members = members
    }

    func string(_ name: String) throws(AdminError) -> String? {
        switch members[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .invalid("The member '\(name)' is not a string.")
        }
    }

    func required(_ name: String) throws(AdminError) -> String {
        guard let text = try string(name), !text.isEmpty else { throw .invalid("The member '\(name)' is missing.") }
        return text
    }

    func bool(_ name: String) throws(AdminError) -> Bool? {
        switch members[name] {
        case nil, .null: return nil
        case .bool(let value): return value
        default: throw .invalid("The member '\(name)' is neither true nor false.")
        }
    }

    func integer(_ name: String, _ range: ClosedRange<Int64>) throws(AdminError) -> Int64? {
        guard let value = members[name], value != .null else { return nil }
        guard let number = value.integerValue, range.contains(number) else {
            throw .invalid(
                "The member '\(name)' is not a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    func strings(_ name: String) throws(AdminError) -> [String]? {
        guard let value = members[name], value != .null else { return nil }
        guard let array = value.arrayValue else { throw .invalid("The member '\(name)' is not an array.") }
        var out: [String] = []
        for element in array {
            guard let text = element.stringValue else { throw .invalid("An element of '\(name)' is not a string.") }
            out.append(text)
        }
        return out
    }

    func object(_ name: String, known: Set<String>) throws(AdminError) -> AdminBody? {
        guard let value = members[name], value != .null else { return nil }
        return try AdminBody(value, known: known)
    }

    func objects(_ name: String, known: Set<String>) throws(AdminError) -> [AdminBody]? {
        guard let value = members[name], value != .null else { return nil }
        guard let array = value.arrayValue else { throw .invalid("The member '\(name)' is not an array.") }
        var out: [AdminBody] = []
        for element in array { out.append(try AdminBody(element, known: known)) }
        return out
    }
}

/// Why the admin API refuses a request.
struct AdminError: Error {
    let status: Int
    let code: String
    let message: String

    static func invalid(_ message: String) -> AdminError {
        AdminError(status: 400, code: "invalid_request", message: message)
    }
    static func notFound(_ message: String) -> AdminError {
        AdminError(status: 404, code: "not_found", message: message)
    }
    static func conflict(_ message: String) -> AdminError {
        AdminError(status: 409, code: "conflict", message: message)
    }
}
