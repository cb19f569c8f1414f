/// A person in one tenant.
public struct User: Sendable, Hashable, Codable {
    /// The object id, a GUID in lower case: claim `oid`.
    public var objectID: String
    /// The tenant's id.
    public var tenantID: String
    /// The name that the user signs in with; unique in the store without regard to letter case.
    public var userPrincipalName: String
    /// Claim `name`.
    public var displayName: String
    /// Claim `given_name`.
    public var givenName: String?
    /// Claim `family_name`.
    public var familyName: String?
    /// Claim `email`.
    public var mail: String?
    /// The password's hash as `PasswordHash.encoded` writes it; nil if the user has no password.
    public var passwordHash: String?
    /// Whether the user may sign in.
    public var isEnabled: Bool
    /// When everything that had been issued to the user was last revoked (Unix seconds); 0 if never.
    public var tokensValidFrom: Int64
    /// How often that happened. Grants and sessions remember the number under which they began, and end with it: a
    /// comparison of times could not tell what happened within one second.
    public var revocationEpoch: Int64
    /// A guest's object id at home; nil for everybody who is at home here.
    public var homeUserID: String?
    /// A guest's home tenant.
    public var homeTenantID: String?
    /// Whether this is one of the users whose password is printed in the documentation.
    public var isDemonstration: Bool
    /// `authorizationInfo.certificateUserIds`: what certificates of the user are called, each behind its kind
    /// (`X509:<SKI>...`); compared without regard to letter case.
    public var certificateUserIDs: [String]?
    /// Whether the user signs in by certificate alone: no password is ever looked at.
    public var isCertificateOnly: Bool?

    /// Makes a user.
    public init(
        objectID: String, tenantID: String, userPrincipalName: String, displayName: String, givenName: String? = nil,
        familyName: String? = nil, mail: String? = nil, passwordHash: String? = nil, isEnabled: Bool = true,
        tokensValidFrom: Int64 = 0,
        revocationEpoch: Int64 = 0, homeUserID: String? = nil, homeTenantID: String? = nil,
        isDemonstration: Bool = false
    ) {
        self.objectID = objectID
        self.tenantID = tenantID
        self.userPrincipalName = userPrincipalName
        self.displayName = displayName
        self.givenName = givenName
        self.familyName = familyName
        self.mail = mail
        self.passwordHash = passwordHash
        self.isEnabled = isEnabled
        self.tokensValidFrom = tokensValidFrom
        self.revocationEpoch = revocationEpoch
        self.homeUserID = homeUserID
        self.homeTenantID = homeTenantID
        self.isDemonstration = isDemonstration
    }
}
