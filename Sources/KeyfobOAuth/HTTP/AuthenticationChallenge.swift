package import KeyfobCore

/// A challenge of a protected resource (`WWW-Authenticate`, RFC 9110 section 11.6.1): the scheme and parameters that it
/// requires. Continuous access evaluation and step-up authentication send their claims in one.
package struct AuthenticationChallenge: Sendable, Hashable {
    /// The scheme as written: `Bearer`, `PoP`. Schemes are compared ignoring letter case.
    package let scheme: String
    /// The parameters, with names in lower case, since names are compared ignoring case; the first of a name is used.
    package let parameters: [String: String]
    /// The value of schemes without parameters, such as `Negotiate`.
    package let token68: String?

    /// Makes a challenge of a resource.
    ///
    /// - Parameters:
    ///   - scheme: `Bearer`, for example.
    ///   - parameters: the parameters; of names that differ only by letter case, one is used.
    ///   - token68: the value of a scheme without parameters.
    package init(scheme: String, parameters: [String: String] = [:], token68: String? = nil) {
        self.scheme = scheme
        self.parameters = Dictionary(
            parameters.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        self.token68 = token68
    }

    /// Returns the challenges of a response in order: of all its fields, each of which may contain several.
    package static func all(in fields: HTTPFields) -> [AuthenticationChallenge] {
        fields.all("WWW-Authenticate").flatMap { AuthenticationChallenge.parse($0) }
    }

    /// Whether the challenge is of that scheme.
    package func isOf(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// `error` (RFC 6750 section 3.1): `insufficient_claims`, `invalid_token`, `insufficient_scope`.
    package var error: String? { parameters["error"] }
    /// `nonce`: the nonce for the next signed request.
    package var nonce: String? { parameters["nonce"] }

    /// `claims`: the claims for the next token, decoded; nil if there are none, or they are malformed.
    package var claims: ClaimsRequest? { parameters["claims"].flatMap { try? ClaimsRequest(challenge: $0) } }
}

extension AuthenticationChallenge: CustomStringConvertible {
    /// The field's value, with all parameters quoted and sorted by name.
    package var description: String {
        if let token68 { return "\(scheme) \(token68)" }
        let list = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(HTTPFields.quoted($0.value))" }
        return list.isEmpty ? scheme : "\(scheme) \(list.joined(separator: ", "))"
    }
}
