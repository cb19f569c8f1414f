import KeyfobCore
package import KeyfobOAuth

/// The content of a request's `claims` (OpenID Connect Core section 5.5): individual claims of the two tokens, the
/// client's capabilities, and the claims that an API's challenge contained.
package struct RequestedClaims: Sendable {
    /// The members of `access_token`.
    private(set) var accessToken: [String: JSONValue] = [:]
    /// The members of `id_token`.
    private(set) var idToken: [String: JSONValue] = [:]

    /// Makes an empty request.
    package init() {}

    /// Reads the JSON text.
    ///
    /// - Throws: ``OAuthError`` 90023 if it is not a JSON object, has a target other than the two tokens, a claim that
    ///   is neither `null` nor an object, an authentication context that is not one, or exceeds a limit.
    package init(_ text: String?, limits: InputLimits = InputLimits()) throws(OAuthError) {
        guard let text else { return }
        guard text.utf8.count <= limits.claimsBytes, let members = (try? JSONValue(parsing: text))?.objectValue else {
            throw Self.malformed("'claims' is not a JSON object")
        }
        guard Self.size(.object(members)) <= limits.claims else {
            throw Self.malformed("'claims' has more than \(limits.claims) members and values")
        }
        for (target, value) in members {
            guard target == "access_token" || target == "id_token" else {
                throw Self.malformed("'claims' has another target than access_token and id_token")
            }
            guard let claims = value.objectValue,
                claims.values.allSatisfy({ $0 == .null || $0.objectValue != nil })
            else { throw Self.malformed("a claim of 'claims' is neither null nor an object") }
            if target == "access_token" { accessToken = claims } else { idToken = claims }
        }
        let named = Self.values(of: accessToken["acrs"]) + Self.values(of: idToken["acrs"])
        guard named.allSatisfy(Self.isContext) else {
            throw Self.malformed("'acrs' contains a value other than c1 to c99")
        }
    }

    /// The client's capabilities (`xms_cc`), as the client spells them.
    var capabilities: [String] { Self.values(of: accessToken["xms_cc"]) }

    /// Whether the client understands continuous access evaluation: `cp1`, in any letter case.
    var understandsChallenges: Bool { capabilities.contains { $0.lowercased() == "cp1" } }

    /// The requested authentication contexts: `acrs` of either token, and those among the values of `acr`.
    var contexts: [String] { Self.unique(Self.values(of: accessToken["acrs"]) + idTokenContexts) }

    /// The contexts that are required.
    var essentialContexts: [String] {
        Self.unique(
            [accessToken["acrs"], idToken["acrs"], idToken["acr"]].filter { $0?["essential"]?.boolValue == true }
                .flatMap(Self.values).filter(Self.isContext))
    }

    /// The contexts that a user who is present is asked to meet: the required ones first.
    var wantedContexts: [String] { Self.unique(essentialContexts + preferredContexts) }

    /// The contexts that the id token is to contain, the preferred ones first.
    var idTokenContexts: [String] { Self.unique(preferredContexts + Self.values(of: idToken["acrs"])) }

    /// The contexts that `acr_values` names, or the claim `acr`: they are not required, but a user who can meet them is
    /// asked to (OpenID Connect Core section 3.1.2.1).
    var preferredContexts: [String] { Self.values(of: idToken["acr"]).filter(Self.isContext) }

    /// The earliest moment (Unix seconds) at which the token may become valid (`nbf`).
    var notBefore: Int64? {
        Self.values(of: accessToken["nbf"]).first.flatMap { Int64($0) } ?? accessToken["nbf"]?["value"]?.integerValue
    }

    /// Merges these with another request's; where both contain a claim, this one counts, but capabilities are united.
    package func merging(_ other: RequestedClaims) -> RequestedClaims {
        var out = self
        out.accessToken.merge(other.accessToken) { ours, _ in ours }
        out.idToken.merge(other.idToken) { ours, _ in ours }
        let known = Set(capabilities)
        let all = capabilities + other.capabilities.filter { !known.contains($0) }
        if !all.isEmpty { out.accessToken["xms_cc"] = ["values": .strings(all)] }
        return out
    }

    /// Requests one more claim of the id token.
    mutating func addToIDToken(_ name: String) { idToken[name] = idToken[name] ?? .null }

    /// Requests the claim `acr`, which `acr_values` does (OpenID Connect Core section 5.5.1.1); a request by `claims`
    /// takes precedence. Only contexts are kept: no other value has a meaning here.
    mutating func add(acrValues: String?) {
        guard let acrValues, idToken["acr"] == nil else { return }
        let contexts = Self.unique(
            acrValues.split(separator: " ").lazy.map(String.init).filter(Self.isContext).prefix(99))
        idToken["acr"] = contexts.isEmpty ? .null : ["values": .strings(contexts)]
    }

    /// The JSON text; nil if nothing is requested.
    var text: String? {
        var out: [String: JSONValue] = [:]
        if !accessToken.isEmpty { out["access_token"] = .object(accessToken) }
        if !idToken.isEmpty { out["id_token"] = .object(idToken) }
        return out.isEmpty ? nil : JSONValue.object(out).text()
    }

    /// The claims text that requests one authentication context.
    package static func asking(for context: String) -> String {
        JSONValue.object(["access_token": ["acrs": ["essential": true, "value": .string(context)]]]).text()
    }

    /// The number of members and elements in a value, at any depth.
    private static func size(_ value: JSONValue) -> Int {
        switch value {
        case .object(let members): members.values.reduce(members.count) { $0 + size($1) }
        case .array(let elements): elements.reduce(elements.count) { $0 + size($1) }
        default: 0
        }
    }

    private static func values(of claim: JSONValue?) -> [String] {
        let several = claim?["values"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return (claim?["value"]?.stringValue).map { [$0] + several } ?? several
    }

    private static func unique(_ values: some Collection<String>) -> [String] {
        let values = Array(values)
        return values.enumerated().filter { !values[..<$0.offset].contains($0.element) }.map(\.element)
    }

    private static func isContext(_ text: String) -> Bool {
        text.first == "c" && Int(text.dropFirst()).map { (1...99).contains($0) && "c\($0)" == text } ?? false
    }

    private static func malformed(_ detail: String) -> OAuthError { OAuthError(90023, ["detail": detail]) }
}
