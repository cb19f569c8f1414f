/// A registration: a client, an API, or both. Members are named as Microsoft Graph's `application` names them.
public struct Application: Sendable, Hashable, Codable {
    /// The application (client) id, a GUID in lower case; it never changes.
    public var appID: String
    /// The registration's own object id.
    public var objectID: String
    /// The tenant in which it is registered.
    public var tenantID: String
    /// The name on sign-in and consent pages.
    public var displayName: String
    /// Who may sign in.
    public var signInAudience: SignInAudience
    /// The redirect URIs by platform.
    public var redirectURIs: RedirectURIs
    /// `identifierUris`: the names by which scopes call the API.
    public var identifierURIs: [String]
    /// `api.requestedAccessTokenVersion`: 2, or 1 (also if nil).
    public var requestedAccessTokenVersion: Int?
    /// `api.oauth2PermissionScopes`
    public var scopes: [PermissionScope]
    /// `requiredResourceAccess`: the permissions that the client declares, which version 1 and `.default` ask for.
    public var requiredResourceAccess: [RequiredResource]
    /// Whether the application may be used.
    public var isEnabled: Bool
    /// `api.preAuthorizedApplications`: clients that have permissions of this API without anybody's consent.
    public var preAuthorizedApplications: [PreAuthorizedApplication]?
    /// The family whose members share refresh tokens (`foci`), if the client belongs to one.
    public var familyID: String?
    /// Whether the platform's own vendor made the client: nobody is asked for consent, and what it may do has to be
    /// authorized in advance by the API (AADSTS65002 otherwise).
    public var isFirstParty: Bool?
    /// `optionalClaims`
    public var optionalClaims: OptionalClaims?
    /// Whether the organization has approved the client, for policies that admit approved apps alone.
    public var isApproved: Bool?
    /// What the API wants of access tokens beyond permissions.
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
