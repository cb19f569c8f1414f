/// The permissions that a user has granted to a client at one API.
public struct Consent: Sendable, Hashable, Codable {
    /// The tenant in which the consent is valid.
    public var tenantID: String
    /// The user's object id.
    public var userID: String
    /// The client's application id.
    public var clientID: String
    /// The API's application id.
    public var resourceID: String
    /// The permissions' names without resource, as the API spells them.
    public var scopes: [String]
    /// The permissions that an administrator has refused: they are neither granted nor requested again.
    public var refused: [String]

    /// The user id of consents that an administrator gave for all users of the tenant (`AllPrincipals`).
    public static let everyone = "*"

    /// Makes a consent; its key is everything but ``scopes`` and ``refused``.
    public init(
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
