/// A service that has signed a user in by SAML, so that it learns when the user signs out.
package struct SAMLParticipant: Sendable, Hashable, Codable {
    /// The largest number of services that a session remembers; the oldest one is forgotten.
    package static let most = 50

    /// The application id of its registration.
    package var clientID: String
    /// `SessionIndex` of the assertion.
    package var sessionIndex: String
    /// The user's name, as the service knows it.
    package var name: String
    /// The format of the name.
    package var format: String
    /// `SPNameQualifier` of the name.
    package var qualifier: String?

    /// Makes a record.
    package init(clientID: String, sessionIndex: String, name: String, format: String, qualifier: String?) {
        self.clientID = clientID
        self.sessionIndex = sessionIndex
        self.name = name
        self.format = format
        self.qualifier = qualifier
    }
}
