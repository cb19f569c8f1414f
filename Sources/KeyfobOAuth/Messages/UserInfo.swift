public import KeyfobCore

/// The userinfo endpoint's answer (OpenID Connect Core section 5.3.2). The provider builds it, the client parses it.
public struct UserInfo: Sendable, Hashable {
    /// `sub`: must equal the id token's before anything else here is believed (section 5.3.2).
    public var subject: String
    /// Every other claim.
    public var claims: [String: JSONValue]

    /// Makes an answer.
    public init(subject: String, claims: [String: JSONValue] = [:]) {
        self.subject = subject
        self.claims = claims
    }

    /// Reads the JSON of an answer.
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object with a `sub`.
    public init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "userinfo response")
        self.init(subject: try reader.required("sub"), claims: reader.members.filter { $0.key != "sub" })
    }

    /// `name`
    public var name: String? { claims["name"]?.stringValue }
    /// `email`
    public var email: String? { claims["email"]?.stringValue }

    /// The JSON of the answer.
    public var json: JSONValue { .object(claims.merging(["sub": .string(subject)]) { _, subject in subject }) }
}
