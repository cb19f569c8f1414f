/// The claims of a registration besides those that tokens always contain (`optionalClaims`).
package struct OptionalClaims: Sendable, Hashable, Codable {
    /// Claims for id tokens of the client.
    package var idToken: [String]
    /// Claims for access tokens of the API. `xms_cc` here means that the API understands continuous access evaluation.
    package var accessToken: [String]

    /// Makes the two lists.
    package init(idToken: [String] = [], accessToken: [String] = []) {
        self.idToken = idToken
        self.accessToken = accessToken
    }
}
