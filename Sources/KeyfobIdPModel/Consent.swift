/// The permissions that a user has granted to a client at one API.
package struct Consent: Sendable, Hashable, Codable {
    /// The tenant in which the consent is valid.
    package var tenantID: String
    /// The user's object id.
    package var userID: String
    /// The client's application id.
    package var clientID: String
    /// The API's application id.
    package var resourceID: String
    /// The permissions' names without resource, as the API spells them.
    package var scopes: [String]
    /// The permissions that an administrator has refused: they are neither granted nor requested again.
    package var refused: [String]

    /// The user id of consents that an administrator gave for all users of the tenant (`AllPrincipals`).
    package static let everyone = "*"
    /// The user id of the permissions that an administrator gave to the client itself: ``scopes`` then contains values
    /// of the API's `appRoles`.
    package static let application = "application"

    /// The user id of the roles that an administrator assigned to a user or a group, whose id then stands for the
    /// client's: ``scopes`` contains values of the application's `appRoles`.
    package static let assignment = "assignment"

    /// Makes a consent; its key is everything but ``scopes`` and ``refused``.
    package init(
        tenantID: String, userID: String, clientID: String, resourceID: String, scopes: [String],
        refused: [String] = []
    ) {
        self.tenantID = tenantID
        self.userID = userID
        self.clientID = clientID
        self.resourceID = resourceID
        self.scopes = scopes
        self.refused = refused
    }
}
