import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/users`
enum AdminUsers {
    private static let known: Set<String> = [
        "userPrincipalName", "displayName", "givenName", "surname", "mail", "password", "accountEnabled", "tenantId",
        "invitedUser", "certificateUserIds", "certificateOnly",
    ]

    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let users = try await context.transaction { try $0.users() }
        return .json(["value": .array(users.map(json))])
    }

    static func create(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: known)
        if let invited = try body.string("invitedUser") { return try await invite(invited, body, context) }
        let name = try UserRules.principalName(try body.required("userPrincipalName"))
        let tenantID = try body.string("tenantId")
        let domain = String(name.split(separator: "@").last ?? "")
        guard let tenant = context.directory.tenant(tenantID ?? domain) else {
            throw DirectoryError.invalid("No tenant has the domain '\(domain)'.")
        }
        var user = User(
            objectID: UserRules.newObjectID(in: tenant, context.random), tenantID: tenant.id, userPrincipalName: name,
            displayName: try body.string("displayName") ?? name, mail: name)
        try apply(body, to: &user, context)
        let created = user
        try await context.transaction { transaction in
            guard try transaction.user(userPrincipalName: name) == nil else {
                throw DirectoryError.conflict("There is a user '\(name)' already.")
            }
            try transaction.put(created)
        }
        return .json(json(created), status: 201)
    }

    static func update(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: known.subtracting(["tenantId", "invitedUser"]))
        let key = context.pathValues["user"] ?? ""
        var patch = User(objectID: "", tenantID: "", userPrincipalName: "", displayName: "")
        try apply(body, to: &patch, context)
        let newHash = patch.passwordHash
        let newName = try body.string("userPrincipalName").map { (name) throws(DirectoryError) in
            try UserRules.principalName(name)
        }
        let fields = try ["displayName", "givenName", "surname", "mail"].map { try body.string($0) }
        let isEnabled = try body.bool("accountEnabled")
        let certificateIDs = try body.strings("certificateUserIds")
        let isCertificateOnly = try body.bool("certificateOnly")
        let updated = try await context.transaction { transaction -> User in
            guard var user = try find(key, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            if let newName {
                if let other = try transaction.user(userPrincipalName: newName), other.objectID != user.objectID {
                    throw DirectoryError.conflict("There is a user '\(newName)' already.")
                }
                user.userPrincipalName = newName
            }
            user.displayName = fields[0] ?? user.displayName
            user.givenName = fields[1] ?? user.givenName
            user.familyName = fields[2] ?? user.familyName
            user.mail = fields[3] ?? user.mail
            user.isEnabled = isEnabled ?? user.isEnabled
            user.certificateUserIDs = certificateIDs ?? user.certificateUserIDs
            if let isCertificateOnly, isCertificateOnly != (user.isCertificateOnly == true) {
                user.isCertificateOnly = isCertificateOnly
                // Sessions and tokens that began with a password end with it.
                if isCertificateOnly { user.passwordHash = nil }
                user.endSessions(at: context.now)
            }
            if newHash != nil, user.isCertificateOnly == true {
                throw DirectoryError.invalid("A user with 'certificateOnly' has no password.")
            }
            if let newHash {
                try UserRules.setPassword(hash: newHash, of: &user, now: context.now, in: transaction)
            }
            try transaction.put(user)
            return user
        }
        return .json(json(updated))
    }

    /// The user with that principal name or object id.
    static func find(_ key: String, in transaction: any IdPTransaction) throws -> User? {
        try UserRules.find(key, in: transaction)
    }

    private static func apply(_ body: DirectoryDocument, to user: inout User, _ context: RequestContext) throws {
        user.givenName = try body.string("givenName") ?? user.givenName
        user.familyName = try body.string("surname") ?? user.familyName
        user.mail = try body.string("mail") ?? user.mail
        user.isEnabled = try body.bool("accountEnabled") ?? user.isEnabled
        user.certificateUserIDs = try body.strings("certificateUserIds") ?? user.certificateUserIDs
        user.isCertificateOnly = try body.bool("certificateOnly") ?? user.isCertificateOnly
        guard let password = try body.string("password") else { return }
        try UserRules.check(password: password)
        guard user.isCertificateOnly != true else {
            throw DirectoryError.invalid("A user with 'certificateOnly' has no password.")
        }
        user.passwordHash = try PasswordRule.hash(
            Secret(password), random: context.random, cost: context.configuration.passwordCost)
    }

    static func json(_ user: User) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(user.objectID), "userPrincipalName": .string(user.userPrincipalName),
            "displayName": .string(user.displayName), "tenantId": .string(user.tenantID),
            "accountEnabled": .bool(user.isEnabled), "isDemonstration": .bool(user.isDemonstration),
        ]
        members["givenName"] = user.givenName.map { .string($0) }
        members["surname"] = user.familyName.map { .string($0) }
        members["mail"] = user.mail.map { .string($0) }
        members["certificateUserIds"] = user.certificateUserIDs.map { .strings($0) }
        members["certificateOnly"] = user.isCertificateOnly.map { .bool($0) }
        members["homeUserId"] = user.homeUserID.map { .string($0) }
        members["homeTenantId"] = user.homeTenantID.map { .string($0) }
        return .object(members)
    }
}
