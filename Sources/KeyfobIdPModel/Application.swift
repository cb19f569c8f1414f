/// A registration: a client, an API, or both. Members have the names of Microsoft Graph's `application`.
package struct Application: Sendable, Hashable, Codable {
    /// The application (client) id, a GUID in lower case; it never changes.
    package var appID: String
    /// The registration's own object id.
    package var objectID: String
    /// The tenant in which it is registered.
    package var tenantID: String
    /// The name on sign-in and consent pages.
    package var displayName: String
    /// The accounts that may sign in.
    package var signInAudience: SignInAudience
    /// The redirect URIs by platform.
    package var redirectURIs: RedirectURIs
    /// `identifierUris`: the names of the API in scopes.
    package var identifierURIs: [String]
    /// `api.requestedAccessTokenVersion`: 2, or 1 (also if nil).
    package var requestedAccessTokenVersion: Int?
    /// `api.oauth2PermissionScopes`
    package var scopes: [PermissionScope]
    /// `requiredResourceAccess`: the permissions that the client declares, which version 1 and `.default` request.
    package var requiredResourceAccess: [RequiredResource]
    /// Whether the application may be used.
    package var isEnabled: Bool
    /// `api.preAuthorizedApplications`: clients that have permissions of this API without consent.
    package var preAuthorizedApplications: [PreAuthorizedApplication]?
    /// The family whose members share refresh tokens (`foci`), if the client belongs to one.
    package var familyID: String?
    /// Whether the client is the platform vendor's own: it needs no consent, and the API has to authorize its
    /// permissions in advance (AADSTS65002 otherwise).
    package var isFirstParty: Bool?
    /// `optionalClaims`
    package var optionalClaims: OptionalClaims?
    /// Whether the organization has approved the client, for policies that require approved apps.
    package var isApproved: Bool?
    /// The API's requirements for access tokens besides permissions.
    package var resourcePolicy: ResourcePolicy?

    /// Makes a registration.
    package init(
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
