import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// A user in a file: Microsoft Graph's `user`, with a few members that Graph has no word for.
enum FileUser {
    private static let own: Set<String> = [
        "id", "userPrincipalName", "displayName", "givenName", "surname", "mail", "accountEnabled", "passwordProfile",
        "passwordHash", "certificateUserIds", "authorizationInfo", "certificateOnly", "factors", "isDemonstration",
        "createdDateTime", "homeUserId", "homeTenantId",
    ]

    /// Members that are stored as they are.
    private static let further: Set<String> = [
        "aboutMe", "ageGroup", "birthday", "businessPhones", "city", "companyName", "consentProvidedForMinor",
        "country",
        "department", "employeeHireDate", "employeeId", "employeeLeaveDateTime", "employeeOrgData", "employeeType",
        "faxNumber", "hireDate", "imAddresses", "interests", "jobTitle", "mailNickname", "mobilePhone", "mySite",
        "officeLocation", "otherMails", "passwordPolicies", "pastProjects", "postalCode", "preferredLanguage",
        "preferredName", "proxyAddresses", "responsibilities", "schools", "showInAddressList", "skills", "state",
        "streetAddress", "usageLocation", "onPremisesImmutableId", "onPremisesExtensionAttributes",
        "legalAgeGroupClassification", "preferredDataLocation", "isResourceAccount", "userType",
    ]

    /// Members of an export that describe what is not here.
    private static let ignored: Set<String> = [
        "assignedLicenses", "assignedPlans", "creationType", "customSecurityAttributes", "deletedDateTime",
        "deviceEnrollmentLimit", "externalUserConvertedOn", "externalUserState", "externalUserStateChangeDateTime",
        "identities", "infoCatalogs", "isLicenseReconciliationNeeded", "isManagementRestricted",
        "lastPasswordChangeDateTime", "licenseAssignmentStates", "mailboxSettings",
        "print", "provisionedPlans", "refreshTokensValidFromDateTime", "securityIdentifier",
        "serviceProvisioningErrors", "signInActivity", "signInSessionsValidFromDateTime", "manager", "memberOf",
        "deviceKeys",
    ]

    /// The members of a user in a file.
    static let known = own.union(further)

    /// Whether a member of an export is left out.
    static func isIgnored(_ name: String) -> Bool {
        ignored.contains(name) || name.hasPrefix("onPremises") && !further.contains(name)
    }

    /// Changes a user as a file says: a member that is missing stays as it is, and null removes it. Names, passwords,
    /// factors and the home of a guest are read by the plan.
    static func apply(_ body: DirectoryDocument, to user: inout User) throws(DirectoryError) {
        user.displayName = try body.string("displayName") ?? user.displayName
        if body.members["givenName"] != nil { user.givenName = try body.string("givenName") }
        if body.members["surname"] != nil { user.familyName = try body.string("surname") }
        if body.members["mail"] != nil { user.mail = try body.string("mail") }
        user.isEnabled = try body.bool("accountEnabled") ?? user.isEnabled
        user.createdAt = try body.time("createdDateTime") ?? user.createdAt
        if body.members["certificateUserIds"] != nil {
            user.certificateUserIDs = try body.strings("certificateUserIds").flatMap { $0.isEmpty ? nil : $0 }
        } else if let info = try body.object("authorizationInfo", known: ["certificateUserIds"]) {
            user.certificateUserIDs = try info.strings("certificateUserIds").flatMap { $0.isEmpty ? nil : $0 }
        }
        let profile: Set<String> = [
            "password", "forceChangePasswordNextSignIn", "forceChangePasswordNextSignInWithMfa",
        ]
        if let profile = try body.object("passwordProfile", known: profile) {
            let name = "forceChangePasswordNextSignInWithMfa"
            guard try profile.bool(name) != true else {
                throw .invalid(member: "passwordProfile.\(name)", "is not supported: leave it out, or set it to false.")
            }
            if try profile.bool("forceChangePasswordNextSignIn") == false { user.mustChangePassword = nil }
        }
        var others = user.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        for (name, value) in body.members where further.contains(name) {
            others[name] = value == .null || value == .array([]) ? nil : value
        }
        user.furtherMembers = others.isEmpty ? nil : JSONValue.object(others).text()
    }

    /// A user as a file has it.
    ///
    /// - Parameter factors: the second factors to write; nil writes none.
    static func write(_ user: User, withPassword: Bool = false, factors: UserFactors? = nil) -> JSONValue {
        let stored = user.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        var members = stored.filter { further.contains($0.key) }
        members["id"] = .string(user.objectID)
        members["userPrincipalName"] = .string(user.userPrincipalName)
        members["displayName"] = .string(user.displayName)
        members["givenName"] = user.givenName.map { .string($0) }
        members["surname"] = user.familyName.map { .string($0) }
        members["mail"] = user.mail.map { .string($0) }
        if !user.isEnabled { members["accountEnabled"] = false }
        members["certificateUserIds"] = user.certificateUserIDs.map { .strings($0) }
        if user.isCertificateOnly == true { members["certificateOnly"] = true }
        if user.isDemonstration { members["isDemonstration"] = true }
        members["homeUserId"] = user.homeUserID.map { .string($0) }
        members["homeTenantId"] = user.homeTenantID.map { .string($0) }
        members["createdDateTime"] = user.createdAt.map { .string(GraphTime.text($0)) }
        if user.mustChangePassword == true {
            members["passwordProfile"] = ["forceChangePasswordNextSignIn": true]
        }
        if withPassword { members["passwordHash"] = user.passwordHash.map { .string($0) } }
        if let factors, factors.isRegistered {
            var own: [String: JSONValue] = [:]
            own["authenticatorKey"] = factors.authenticator.map { .string(Base32.encode($0.key)) }
            own["phoneNumber"] = factors.phoneNumber.map { .string($0) }
            members["factors"] = .object(own)
        }
        return .object(members)
    }

    /// Changes second factors as a file says: `authenticatorKey` in base32, and `phoneNumber`.
    static func apply(_ body: DirectoryDocument, to factors: inout UserFactors) throws(DirectoryError) {
        let old = (factors.authenticator?.key, factors.phoneNumber)
        if body.members["authenticatorKey"] != nil {
            let text = try body.string("authenticatorKey")
            let key = text.flatMap(FactorText.authenticatorKey)
            guard text == nil || key != nil else {
                throw .invalid(member: "factors.authenticatorKey", "is not base32 of 16 to 64 bytes.")
            }
            if key != factors.authenticator?.key {
                factors.authenticator = key.map { UserFactors.Authenticator(key: $0) }
            }
        }
        if body.members["phoneNumber"] != nil {
            let text = try body.string("phoneNumber")
            let number = text.flatMap(FactorText.number)
            guard text == nil || number != nil else {
                throw .invalid(member: "factors.phoneNumber", "is not + and 7 to 15 digits.")
            }
            factors.phoneNumber = number
        }
        if old != (factors.authenticator?.key, factors.phoneNumber) { factors.failures = Lockout.Counter() }
    }
}
