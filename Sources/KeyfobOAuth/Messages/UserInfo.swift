package import KeyfobCore

/// The userinfo endpoint's response (OpenID Connect Core section 5.3.2). The provider builds it, the client parses it.
package struct UserInfo: Sendable, Hashable {
    /// `sub`: must equal the ID token's before any other claim is trusted (section 5.3.2).
    package var subject: String
    /// All other claims.
    package var claims: [String: JSONValue]

    /// Makes a response.
    package init(subject: String, claims: [String: JSONValue] = [:]) {
        self.subject = subject
        self.claims = claims
    }

    /// Parses the JSON of a response.
    ///
    /// - Throws: ``MessageError`` if it is not a JSON object with a `sub`.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "userinfo response")
        let number = reader.members["sub"]?.integerValue.map(String.init)
        let subject = if let number { number } else { try reader.required("sub") }
        self.init(subject: subject, claims: reader.members.filter { $0.key != "sub" })
    }

    /// `name`
    package var name: String? { claims["name"]?.stringValue }
    /// `preferred_username`
    package var preferredUsername: String? { claims["preferred_username"]?.stringValue }
    /// `email`
    package var email: String? { claims["email"]?.stringValue }

    /// The JSON of the response.
    package var json: JSONValue { .object(claims.merging(["sub": .string(subject)]) { _, subject in subject }) }
}
