/// A user of a tenant.
package struct User: Sendable, Hashable, Codable {
    /// The object id, a GUID in lower case: claim `oid`.
    package var objectID: String
    /// The tenant's id.
    package var tenantID: String
    /// The user's sign-in name; unique in the store without regard to letter case.
    package var userPrincipalName: String
    /// Claim `name`.
    package var displayName: String
    /// Claim `given_name`.
    package var givenName: String?
    /// Claim `family_name`.
    package var familyName: String?
    /// Claim `email`.
    package var mail: String?
    /// The password's hash as `PasswordHash.encoded` writes it; nil if the user has no password.
    package var passwordHash: String?
    /// Whether the user may sign in.
    package var isEnabled: Bool
    /// The time of the last revocation of the user's sessions and tokens (Unix seconds); 0 if there was none.
    package var tokensValidFrom: Int64
    /// The number of revocations. Grants and sessions store the number under which they began, and end when it changes:
    /// times cannot order events within one second.
    package var revocationEpoch: Int64
    /// A guest's object id in the home tenant; nil for a member.
    package var homeUserID: String?
    /// A guest's home tenant.
    package var homeTenantID: String?
    /// Whether this is a demonstration user, whose password is in the documentation.
    package var isDemonstration: Bool
    /// `authorizationInfo.certificateUserIds`: the names of the user's certificates, each with a prefix for its kind
    /// (`X509:<SKI>...`); compared without regard to letter case.
    package var certificateUserIDs: [String]?
    /// Whether the user signs in by certificate only: no password is checked.
    package var isCertificateOnly: Bool?
    /// Whether the user has to choose a new password before anything else.
    package var mustChangePassword: Bool?
    /// The time at which the user was created (Unix seconds), if it is known.
    package var createdAt: Int64?
    /// Microsoft Graph's members of the user that have no effect here (`jobTitle`, `department` and so on), as a JSON
    /// object.
    package var furtherMembers: String?

    /// Makes a user.
    package init(
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

extension User {
    /// Ends the user's sessions, codes and refresh tokens.
    ///
    /// - Parameter now: the time (Unix seconds).
    package mutating func endSessions(at now: Int64) {
        tokensValidFrom = now
        revocationEpoch += 1
    }

    /// Gives the user another password, or none. What began with the old one ends.
    ///
    /// - Parameters:
    ///   - hash: the password's hash.
    ///   - now: the time (Unix seconds).
    package mutating func replacePassword(by hash: String?, at now: Int64) {
        passwordHash = hash
        isDemonstration = false
        mustChangePassword = nil
        endSessions(at: now)
    }
}
