/// The claims that a registration asks for beyond those that tokens always have (`optionalClaims`).
public struct OptionalClaims: Sendable, Hashable, Codable {
    /// Claims for id tokens of the client.
    public var idToken: [String]
    /// Claims for access tokens of the API. `xms_cc` here says that the API understands continuous access evaluation.
    public var accessToken: [String]

    /// Makes the two lists.
    public init(idToken: [String] = [], accessToken: [String] = []) {
        self.idToken = idToken
        self.accessToken = accessToken
    }
}
