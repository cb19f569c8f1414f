package import KeyfobCore
package import KeyfobOAuth

/// The credential of an `Authorization: Bearer` field (RFC 6750 section 2.1).
package enum BearerToken {
    package static func of(_ request: HTTPRequest) -> Secret<String>? {
        let fields = request.fields.all("Authorization")
        guard fields.count == 1, fields[0].prefix(7).lowercased() == "bearer " else { return nil }
        let token = fields[0].dropFirst(7)
        return token.isEmpty ? nil : Secret(String(token))
    }
}
