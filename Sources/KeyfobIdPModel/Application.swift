/// A registration: a client, an API, or both. Members have the names of Microsoft Graph's `application`.
public struct Application: Sendable, Hashable, Codable {
    /// The application (client) id, a GUID in lower case; it never changes.
    public var appID: String
    /// The registration's own object id.
    public var objectID: String
    /// The tenant in which it is registered.
    public var tenantID: String
    /// The name on sign-in and consent pages.
    public var displayName: String
    /// The accounts that may sign in.
    public var signInAudience: SignInAudience
    /// The redirect URIs by platform.
    public var redirectURIs: RedirectURIs
    /// `identifierUris`: the names of the API in scopes.
    public var identifierURIs: [String]
    /// `api.requestedAccessTokenVersion`: 2, or 1 (also if nil).
    public var requestedAccessTokenVersion: Int?
    /// `api.oauth2PermissionScopes`
    public var scopes: [PermissionScope]
    /// `requiredResourceAccess`: the permissions that the client declares, which version 1 and `.default` request.
    public var requiredResourceAccess: [RequiredResource]
    /// Whether the application may be used.
    public var isEnabled: Bool
    /// `api.preAuthorizedApplications`: clients that have permissions of this API without consent.
    public var preAuthorizedApplications: [PreAuthorizedApplication]?
    /// The family whose members share refresh tokens (`foci`), if the client belongs to one.
    public var familyID: String?
    /// Whether the client is the platform vendor's own: it needs no consent, and the API has to authorize its
    /// permissions in advance (AADSTS65002 otherwise).
    public var isFirstParty: Bool?
    /// `optionalClaims`
    public var optionalClaims: OptionalClaims?
    /// Whether the organization has approved the client, for policies that require approved apps.
    public var isApproved: Bool?
    /// The API's requirements for access tokens besides permissions.
    public var resourcePolicy: ResourcePolicy?

    /// Makes a registration.
    public init(
        appID: String, objectID: String, tenantID: String, displayName: String,
        signInAudience: SignInAudience = .multipleOrganizations, redirectURIs: RedirectURIs = RedirectURIs(),
        identifierURIs: [String] = [], requestedAccessTokenVersion: Int? = 2, scopes: [PermissionScope] = [],
        requiredResourceAccess: [RequiredResource] = [], isEnabled: Bool = true
    ) {
        self.appID = appID
        self.objectID = objectID
        self.tenantID = tenantID
        self.displayName = displayName
        self.signInAudience = signInAudience
        self.redirectURIs = redirectURIs
        self.identifierURIs = identifierURIs
        self.requestedAccessTokenVersion = requestedAccessTokenVersion
        self.scopes = scopes
        self.requiredResourceAccess = requiredResourceAccess
        self.isEnabled = isEnabled
    }
}
