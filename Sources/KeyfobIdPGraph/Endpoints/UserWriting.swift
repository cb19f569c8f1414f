import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// Writes the members of a body to a user.
struct UserWriting {
    /// What users may change about themselves.
    private static let ownProperties: Set<String> = [
        "mobilePhone", "businessPhones", "preferredLanguage", "officeLocation", "streetAddress", "city", "state",
        "postalCode", "country",
    ]
    /// What lets the one who sets it take over the account.
    private static let sensitive: Set<String> = [
        "accountEnabled", "userPrincipalName", "mobilePhone", "businessPhones", "otherMails", "passwordProfile",
        "authorizationInfo", "mail",
    ]

    private let session: GraphSession

    init(_ session: GraphSession) { self.session = session }

    /// Checks that the caller may make a change.
    ///
    /// - Throws: ``GraphError``
    func checkRights(for body: GraphBody, of user: User) throws(GraphError) {
        let names = Set(body.members.keys)
        let caller = session.caller
        if caller.objectID == user.objectID, caller.rights.contains(.writeProfile),
            names.isSubset(of: Self.ownProperties)
        {
            return
        }
        if names.contains("passwordProfile") { try caller.require(.writePasswords) }
        if names != ["passwordProfile"] { try caller.require(.writeUsers) }
        let isHeld = session.isAdministrator(user.objectID) && caller.objectID != user.objectID
        if isHeld, !names.isDisjoint(with: Self.sensitive), !caller.mayChangeAdministrators { throw .denied }
    }

    /// Applies a body that was checked against the type.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func apply(_ body: GraphBody, to user: inout User) throws {
        let members = body.members
        if let name = members["displayName"] {
            guard let text = name.stringValue, !text.isEmpty, text.count <= 256 else {
                throw GraphError.invalidValue("displayName", of: .user)
            }
            user.displayName = text
        }
        if let name = members["userPrincipalName"] {
            guard let text = name.stringValue else { throw GraphError.invalidValue("userPrincipalName", of: .user) }
            user.userPrincipalName = text
        }
        if let given = members["givenName"] { user.givenName = given.stringValue }
        if let family = members["surname"] { user.familyName = family.stringValue }
        if let mail = members["mail"] { user.mail = mail.stringValue }
        if let enabled = members["accountEnabled"] {
            guard let value = enabled.boolValue else { throw GraphError.invalidValue("accountEnabled", of: .user) }
            if user.isEnabled, !value { user.endSessions(at: session.now) }
            user.isEnabled = value
        }
        if let information = members["authorizationInfo"] {
            user.certificateUserIDs = information["certificateUserIds"]?.arrayValue?.compactMap(\.stringValue)
        }
        if let profile = members["passwordProfile"], profile != .null { try apply(passwordProfile: profile, to: &user) }
        var further = user.furtherMembers.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
        for (name, value) in members where GraphType.user.properties[name]?.source == .stored {
            guard value.text().utf8.count <= 4096 else { throw GraphError.invalidValue(name, of: .user) }
            further[name] = value == .null ? nil : value
        }
        user.furtherMembers = further.isEmpty ? nil : JSONValue.object(further).text()
    }

    private func apply(passwordProfile profile: JSONValue, to user: inout User) throws {
        if let password = profile["password"]?.stringValue {
            guard PasswordRule.isComplex(password), let hash = session.passwordHash else {
                throw GraphError.invalid(
                    "The specified password does not comply with password complexity requirements. Please provide a different "
                        + "password.")
            }
            guard user.homeUserID == nil, user.isCertificateOnly != true else {
                throw GraphError.invalid(
                    "The user has no password in this tenant: guests sign in at home, and others by certificate.")
            }
            try session.editor.setPassword(hash, of: &user)
        }
        if let change = profile["forceChangePasswordNextSignIn"]?.boolValue {
            user.mustChangePassword = change ? true : nil
        }
    }
}

extension GraphError {
    /// The error for a change that the directory's rules refuse.
    init(_ error: DirectoryError, of type: GraphType) {
        switch error.status {
        case 403 where error.code == "quota_exceeded": self.init(403, "Directory_QuotaExceeded", error.message)
        case 404: self.init(404, "Request_ResourceNotFound", error.message)
        case 409 where type.name == GraphType.user.name: self = .conflict("userPrincipalName")
        case 409 where type.name == GraphType.application.name && error.message.contains("identifier URI"):
            self = .conflict("identifierUris")
        case 409: self = .duplicate(error.message)
        case 400 where error.code == IdentifierURIRule.unverified: self.init(400, error.code, error.message)
        default: self = .invalid(error.message)
        }
        if detail == nil, let member = error.member { detail = ("InvalidValue", member) }
    }
}
