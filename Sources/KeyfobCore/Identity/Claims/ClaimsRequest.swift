/// Claims that an app requests (OpenID Connect Core section 5.5), as the JSON of the `claims` parameter.
public struct ClaimsRequest: Sendable, Hashable, CustomStringConvertible {
    /// The token that a claim is requested in.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// The id token.
        case idToken = "id_token"
        /// The access token (an extension of the Microsoft identity platform).
        case accessToken = "access_token"
    }

    /// The members by target (`id_token`, `access_token`) and claim name.
    public private(set) var json: [String: JSONValue]

    /// Makes an empty request.
    public init() { json = [:] }

    /// Parses the JSON text.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it is not a JSON object, or has another target than
    ///   `id_token` and `access_token`.
    public init(_ text: String) throws(AuthError) {
        guard let members = (try? JSONValue(parsing: text))?.objectValue,
            members.keys.allSatisfy({ Target(rawValue: $0) != nil }),
            members.values.allSatisfy({ $0.objectValue != nil })
        else {
            throw .configuration(
                "The claims request is not a JSON object with the targets id_token and access_token.",
                remedy: "Pass the claims value exactly as the server or resource gave it.")
        }
        json = members
    }

    /// Returns the `claims` parameter: this request merged with the client's capabilities (`xms_cc`); nil if there is
    /// nothing to send. Values in both are united, so neither replaces the other.
    public static func wireValue(request: ClaimsRequest?, capabilities: [String]) -> String? {
        var merged = request ?? ClaimsRequest()
        if !capabilities.isEmpty {
            let ours = IndividualClaim("xms_cc", values: capabilities.map { .string($0) })
            let theirs = merged.claim("xms_cc", in: .accessToken)
            merged.request(theirs?.merging(ours) ?? ours, in: .accessToken)
        }
        return merged.isEmpty ? nil : merged.description
    }

    /// Whether no claim is requested.
    public var isEmpty: Bool { json.values.allSatisfy { $0.objectValue?.isEmpty ?? true } }

    /// The JSON text, members in byte order.
    public var description: String { JSONValue.object(json).text() }
}

extension ClaimsRequest {
    /// Returns the claims that are requested in a target, sorted by name in byte order.
    public func claims(in target: Target) -> [IndividualClaim] {
        (json[target.rawValue]?.objectValue ?? [:])
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { IndividualClaim($0.key, json: $0.value) }
    }

    /// Returns the claim of that name; nil if it is not requested in the target.
    public func claim(_ name: String, in target: Target) -> IndividualClaim? {
        json[target.rawValue]?[name].map { IndividualClaim(name, json: $0) }
    }

    /// Adds a claim, replacing one of the same name.
    public mutating func request(_ claim: IndividualClaim, in target: Target) {
        var members = json[target.rawValue]?.objectValue ?? [:]
        members[claim.name] = claim.json
        json[target.rawValue] = .object(members)
    }

    /// Removes a claim; a target is removed with its last claim.
    public mutating func remove(_ name: String, in target: Target) {
        guard var members = json[target.rawValue]?.objectValue else { return }
        members[name] = nil
        json[target.rawValue] = members.isEmpty ? nil : .object(members)
    }

    /// Returns both requests as one; a claim in both is merged by ``IndividualClaim/merging(_:)``.
    public func merging(_ other: ClaimsRequest) -> ClaimsRequest {
        var merged = self
        for target in Target.allCases {
            for claim in other.claims(in: target) {
                merged.request(merged.claim(claim.name, in: target)?.merging(claim) ?? claim, in: target)
            }
        }
        return merged
    }
}
