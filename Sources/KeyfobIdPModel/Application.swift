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
    /// `web.implicitGrantSettings`: the tokens that the authorization endpoint issues; nil means none.
    package var implicitGrant: ImplicitGrantSettings?
    /// `groupMembershipClaims`: the memberships that tokens contain; nil means none.
    package var groupMembershipClaims: Set<GroupMembershipClaim>?
    /// The credentials of a confidential client.
    package var credentials: ApplicationCredentials?
    /// `isFallbackPublicClient`: whether the client counts as public where no redirect URI determines it.
    package var isFallbackPublicClient: Bool?
    /// `appRoles`: the permissions of the API for applications and users.
    package var appRoles: [AppRole]?
    /// `api.knownClientApplications`: clients whose users consent to the permissions of this API as a client as well.
    package var knownClientApplications: [String]?
    /// `web.logoutUrl`: the address at which the application ends its own session of a user.
    package var logoutURL: String?
    /// `verifiedPublisher.displayName`: the publisher, once the platform has verified it.
    package var verifiedPublisher: String?
    /// `publisherDomain`: the domain that the pages show as the publisher until it is verified.
    package var publisherDomain: String?
    /// `web.homePageUrl`: the app's start page, to which a page for errors leads.
    package var homePageURL: String?
    /// The settings of sign-on by SAML; nil for the defaults.
    package var saml: SAMLSettings?
    /// The object ids of the registration's owners.
    package var owners: [String]?
    /// The object id of the user who registered it without a role, whose registrations are counted.
    package var creatorID: String?
    /// The time at which it was registered (Unix seconds), if it is known.
    package var createdAt: Int64?
    /// Microsoft Graph's members of the registration that have no effect here (`notes`, `tags` and so on), as a JSON
    /// object.
    package var furtherMembers: String?

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

    /// Whether it is one of the platform vendor's clients or APIs, which no administrator of a tenant changes.
    package var isOfPlatform: Bool { isFirstParty == true || PlatformAPI(rawValue: appID.lowercased()) != nil }
}

/// `signInAudience`: the accounts that may sign in to an application.
package enum SignInAudience: String, Sendable, Hashable, Codable, CaseIterable {
    /// Accounts of the tenant in which it is registered.
    case myOrganization = "AzureADMyOrg"
    /// Accounts of any organization.
    case multipleOrganizations = "AzureADMultipleOrgs"
    /// Accounts of any organization, and personal ones.
    case organizationsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    /// Personal accounts only.
    case personal = "PersonalMicrosoftAccount"
}

/// An application's redirect URIs by platform, as they were registered.
package struct RedirectURIs: Sendable, Hashable, Codable {
    /// `publicClient.redirectUris`: mobile and desktop apps, which have no secret.
    package var publicClient: [String]
    /// `web.redirectUris`: servers, which authenticate when they redeem a code.
    package var web: [String]
    /// `spa.redirectUris`: apps in a browser's page.
    package var singlePage: [String]

    /// Makes the three lists.
    package init(publicClient: [String] = [], web: [String] = [], singlePage: [String] = []) {
        self.publicClient = publicClient
        self.web = web
        self.singlePage = singlePage
    }

    /// All of them, public clients' first.
    package var all: [String] { publicClient + web + singlePage }
}

/// The tokens that the authorization endpoint itself may issue to a client (`web.implicitGrantSettings`). It issues no
/// access tokens: RFC 9700 section 2.1.2 warns of those in an address.
package struct ImplicitGrantSettings: Sendable, Hashable, Codable {
    /// `enableIdTokenIssuance`
    package var issuesIDTokens: Bool

    /// Makes the settings.
    package init(issuesIDTokens: Bool) { self.issuesIDTokens = issuesIDTokens }
}

/// The memberships that a registration's tokens contain (`groupMembershipClaims`): id tokens of the client, and access
/// tokens of the API.
package enum GroupMembershipClaim: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user's groups, in `groups`.
    case securityGroup = "SecurityGroup"
    /// The user's directory roles, in `wids`.
    case directoryRole = "DirectoryRole"
    /// Both.
    case all = "All"
}

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

/// A client that needs no consent for permissions of an API (`api.preAuthorizedApplications`).
package struct PreAuthorizedApplication: Sendable, Hashable, Codable {
    /// The client's application id.
    package var appID: String
    /// The ids of the API's permissions that the client has without consent.
    package var permissionIDs: [String]

    /// Makes an entry.
    package init(appID: String, permissionIDs: [String]) {
        self.appID = appID
        self.permissionIDs = permissionIDs
    }
}

/// The permissions of one API that a client declares in its registration (`requiredResourceAccess`).
package struct RequiredResource: Sendable, Hashable, Codable {
    /// The API's application id.
    package var resourceAppID: String
    /// The ids of the permissions on behalf of users (`type` is `Scope`).
    package var scopeIDs: [String]
    /// The ids of the permissions of the client itself (`type` is `Role`).
    package var roleIDs: [String]?

    /// Makes an entry.
    package init(resourceAppID: String, scopeIDs: [String], roleIDs: [String]? = nil) {
        self.resourceAppID = resourceAppID
        self.scopeIDs = scopeIDs
        self.roleIDs = roleIDs
    }
}
