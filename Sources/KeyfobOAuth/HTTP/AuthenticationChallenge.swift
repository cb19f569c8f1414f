public import KeyfobCore

/// A challenge of a protected resource (`WWW-Authenticate`, RFC 9110 section 11.6.1): by which scheme, and with which
/// parameters, it wants to be asked. Continuous access evaluation and step-up send their claims in one.
public struct AuthenticationChallenge: Sendable, Hashable {
    /// The scheme as written: `Bearer`, `PoP`. Schemes are compared without regard to letter case.
    public let scheme: String
    /// The parameters, their names in lower case, which is how they are compared; of one name the first counts.
    public let parameters: [String: String]
    /// What stands in the place of parameters for schemes that have none, such as `Negotiate`.
    public let token68: String?

    /// Makes a challenge, as a resource does.
    ///
    /// - Parameters:
    ///   - scheme: `Bearer`, for example.
    ///   - parameters: of names that differ by letter case only, one counts.
    ///   - token68: what stands in their place for a scheme that has none.
    public init(scheme: String, parameters: [String: String] = [:], token68: String? = nil) {
        self.scheme = scheme
        self.parameters = Dictionary(
            parameters.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        self.token68 = token68
    }

    /// The challenges of a response, in order: of all its fields, each of which may hold several.
    public static func all(in fields: HTTPFields) -> [AuthenticationChallenge] {
        fields.all("WWW-Authenticate").flatMap { AuthenticationChallenge.parse($0) }
    }

    /// Whether the challenge is of that scheme.
    public func isOf(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

    /// `error` (RFC 6750 section 3.1): `insufficient_claims`, `invalid_token`, `insufficient_scope`.
    public var error: String? { parameters["error"] }
    /// `nonce`: what the next signed request has to hold.
    public var nonce: String? { parameters["nonce"] }

    /// `claims`: what the next token must have, decoded; nil if there is none, or it is no claims request.
    public var claims: ClaimsRequest? { parameters["claims"].flatMap { try? ClaimsRequest(challenge: $0) } }
}

extension AuthenticationChallenge: CustomStringConvertible {
    /// The field's value, every parameter quoted, in the order of their names.
    public var description: String {
        if let token68 { return "\(scheme) \(token68)" }
        let list = parameters.sorted { $0.key < $1.key }.map { name, value in
            "\(name)=\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        return list.isEmpty ? scheme : "\(scheme) \(list.joined(separator: ", "))"
    }
}
