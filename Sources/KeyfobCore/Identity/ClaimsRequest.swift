/// Claims that an app asks for (OpenID Connect Core section 5.5), as the JSON of the `claims` parameter.
public struct ClaimsRequest: Sendable, Hashable, CustomStringConvertible {
    /// The members by target (`id_token`, `access_token`) and claim name.
    public let json: [String: JSONValue]

    /// Parses the JSON text.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it is not a JSON object, or has another target than
    ///   `id_token` and `access_token`.
    public init(_ text: String) throws(AuthError) {
        guard let members = (try? JSONValue(parsing: text))?.objectValue,
            members.keys.allSatisfy({ $0 == "id_token" || $0 == "access_token" }),
            members.values.allSatisfy({ $0.objectValue != nil })
        else {
            throw .configuration(
                "The claims request is not a JSON object with the targets id_token and access_token.",
                remedy: "Pass the claims value exactly as the server or resource gave it.")
        }
        json = members
    }

    private init(json: [String: JSONValue]) { self.json = json }

    /// What is sent as `claims`: this request and the client's capabilities (`xms_cc`), merged; nil if there is
    /// nothing to send. Values that both name are united, so neither replaces the other.
    public static func wireValue(request: ClaimsRequest?, capabilities: [String]) -> String? {
        var json = request?.json ?? [:]
        if !capabilities.isEmpty {
            var accessToken = json["access_token"]?.objectValue ?? [:]
            var capability = accessToken["xms_cc"]?.objectValue ?? [:]
            let present = capability["values"]?.arrayValue?.compactMap(\.stringValue) ?? []
            capability["values"] = .strings(present + capabilities.filter { !present.contains($0) })
            accessToken["xms_cc"] = .object(capability)
            json["access_token"] = .object(accessToken)
        }
        return json.isEmpty ? nil : JSONValue.object(json).text()
    }

    /// Whether nothing is asked.
    public var isEmpty: Bool { json.isEmpty }

    /// The JSON text, members in byte order.
    public var description: String { JSONValue.object(json).text() }
}
