/// The claims of a registration besides those that tokens always contain (`optionalClaims`).
public struct OptionalClaims: Sendable, Hashable, Codable {
    /// Claims for id tokens of the client.
    public var idToken: [String]
    /// Claims for access tokens of the API. `xms_cc` here means that the API understands continuous access evaluation.
    public var accessToken: [String]

    /// Makes the two lists.
    public init(idToken: [String] = [], accessToken: [String] = []) {
        self.idToken = idToken
        self.accessToken = accessToken
    }
}
