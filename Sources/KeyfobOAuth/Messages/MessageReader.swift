import KeyfobCore

/// Reads the members of a server's JSON response, with the number forms of both dialects.
struct MessageReader {
    let members: [String: JSONValue]
    private let name: String

    init(_ body: [UInt8], _ name: String) throws(MessageError) {
        // RFC 8259 section 8.1 lets a reader ignore a byte order mark.
        let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        guard let members = (try? JSONValue(parsing: body))?.objectValue else {
            throw MessageError("The \(name) is not a JSON object.")
        }
        self.members = members
        self.name = name
    }

    /// Returns a string member; nil if it is absent or `null`.
    func string(_ member: String) throws(MessageError) -> String? {
        switch members[member] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw MessageError("The member \(member) of the \(name) is not a string.")
        }
    }

    func nonEmpty(_ member: String) throws(MessageError) -> String? {
        guard let text = try string(member), !text.isEmpty else { return nil }
        return text
    }

    func required(_ member: String) throws(MessageError) -> String {
        guard let text = try nonEmpty(member) else { throw MessageError("The \(name) has no \(member).") }
        return text
    }

    /// Returns a token; nil if it is absent. See `TokenSyntax`.
    func token(_ member: String) throws(MessageError) -> Secret<String>? {
        guard let text = try nonEmpty(member) else { return nil }
        guard let token = TokenSyntax.token(text) else {
            throw MessageError.notAToken("member \(member) of the \(name)")
        }
        return token
    }

    func requiredToken(_ member: String) throws(MessageError) -> Secret<String> {
        guard let token = try token(member) else { throw MessageError("The \(name) has no \(member).") }
        return token
    }

    /// Returns the type of a token; `Bearer` if it is absent.
    func tokenType(_ member: String) throws(MessageError) -> String {
        guard let type = try nonEmpty(member) else { return "Bearer" }
        guard TokenSyntax.isTokenType(type) else { throw MessageError.notAToken("member \(member) of the \(name)") }
        return type
    }

    /// Reads a non-negative number of seconds, as a number (v2) or as digits in a string (v1, ADFS). Some providers send
    /// a fraction, which is dropped.
    func seconds(_ member: String) throws(MessageError) -> Int64? {
        let value: Int64?
        switch members[member] {
        case nil, .null, .string(""): return nil
        case .string(let text): value = Int64(text) ?? Self.whole(Double(text))
        case .some(let other): value = other.integerValue ?? Self.whole(other.doubleValue)
        }
        // A limit, so that adding it to a time cannot overflow; 2^48 s are nine million years.
        guard let value, (0...(1 << 48)).contains(value) else {
            throw MessageError("The member \(member) of the \(name) is not a number of seconds.")
        }
        return value
    }

    private static func whole(_ value: Double?) -> Int64? { value.flatMap { Int64(exactly: $0.rounded(.down)) } }

    /// Reads an `https` URL, or an `http` URL of this machine; nil if it is absent.
    ///
    /// - Parameter allowsLoopback: whether `http` is accepted at `localhost`, `127.0.0.1` and `[::1]`.
    func httpsURL(_ member: String, allowsLoopback: Bool = false) throws(MessageError) -> HTTPURL? {
        guard let text = try nonEmpty(member) else { return nil }
        guard let url = HTTPURL(text), url.scheme == "https" || (allowsLoopback && url.isLoopback) else {
            throw MessageError("The member \(member) of the \(name) is not an https URL.")
        }
        return url
    }

    /// Reads scopes: a string that separates them by spaces (RFC 6749 section 3.3), or an array, which some providers
    /// send; nil if there are none.
    func scopes(_ member: String) throws(MessageError) -> ScopeSet? {
        if case .array(let values)? = members[member] {
            let names = values.compactMap(\.stringValue)
            guard names.count == values.count else {
                throw MessageError("The member \(member) of the \(name) has a scope that is not a string.")
            }
            return names.isEmpty ? nil : ScopeSet(names)
        }
        return try nonEmpty(member).map(ScopeSet.init(spaceSeparated:))
    }

    /// Returns the strings of an array; empty if it is absent.
    func strings(_ member: String) -> [String] {
        members[member]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
