/// A client that has signed a user in by OpenID Connect and has a logout URL, so that it learns when the user signs out.
package struct OpenIDParticipant: Sendable, Hashable, Codable {
    /// The largest number of clients that a session remembers; the oldest one is forgotten.
    package static let most = 50

    /// The application id of its registration.
    package var clientID: String
    /// Claim `iss` of its id tokens.
    package var issuer: String
    /// Claim `sid` of its id tokens.
    package var sessionID: String

    /// Makes a record.
    package init(clientID: String, issuer: String, sessionID: String) {
        self.clientID = clientID
        self.issuer = issuer
        self.sessionID = sessionID
    }
}
