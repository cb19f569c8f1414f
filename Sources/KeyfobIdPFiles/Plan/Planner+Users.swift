import Foundation
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    mutating func planUsers() throws {
        var homes: [(user: String, node: SourceNode)] = []
        for (file, tenant) in nodes(.users) {
            let node = file.without(FileUser.isIgnored)
            let body = try document(node, known: FileUser.known)
            let name = try read(node) { () throws(DirectoryError) in
                try UserRules.principalName(try body.required("userPrincipalName"))
            }
            let old = try matchUser(body, node, name: name, in: tenant)
            try checkName(name, of: old, in: tenant, node)
            let id = try old?.objectID ?? newUserID(body, node, name: name, in: tenant)
            try claim("user", id, node, name: name)
            var user =
                old
                ?? User(objectID: id, tenantID: tenant.id, userPrincipalName: name, displayName: name)
            if old == nil { user.createdAt = created(node) }
            if old == nil { try continueRevocations(of: &user) }
            user.userPrincipalName = name
            try read(node) { () throws(DirectoryError) in try FileUser.apply(body, to: &user) }
            var secrets = try planPassword(body, node, of: &user, old)
            try planFactors(body, node, of: user, &secrets)
            if node["homeUserId"] != nil || node["homeTenantId"] != nil { homes.append((id, node)) }
            target.users[id] = user
            if homes.last?.user != id { recordUser(user, old, in: tenant, secrets) }
        }
        // A guest's home user may be in a later tenant of the files.
        references = targetReferences()
        for (id, node) in homes {
            guard var user = target.users[id], let tenant = target.tenants[user.tenantID] else { continue }
            let name = node["homeUserId"]?.string ?? ""
            if options.onlyTenant != nil {
                try checkHome(name, of: user, node)
                recordUser(user, current.users[id], in: tenant, [])
                continue
            }
            if references.user(name) == nil, node["homeTenantId"] == nil, ApplicationJSON.isGUID(name.lowercased()) {
                // An export has this of a guest who was invited before there was such a user.
                user.homeUserID = name.lowercased()
                target.users[id] = user
                recordUser(user, current.users[id], in: tenant, [])
                continue
            }
            guard let home = references.user(name), home.tenantID != user.tenantID else {
                throw FileError(
                    "There is no user '\(name.prefix(113))' of another tenant, whose guest this could be.",
                    at: node.place(ofPath: "homeUserId"), member: "homeUserId")
            }
            user.homeUserID = home.objectID
            user.homeTenantID = home.tenantID
            target.users[id] = user
            recordUser(user, current.users[id], in: tenant, [])
        }
    }

    /// A deleted user who comes back under the same id does not get the sessions and tokens of before.
    private func continueRevocations(of user: inout User) throws {
        guard let item = try transaction.deletedItem(id: user.objectID), item.kind == .user else { return }
        let deleted = try JSONDecoder().decode(User.self, from: Data(item.document.utf8))
        user.revocationEpoch = deleted.revocationEpoch
        user.endSessions(at: setting.now)
    }

    private mutating func recordUser(_ user: User, _ old: User?, in tenant: Tenant, _ secrets: [String]) {
        record(
            "user", user.userPrincipalName, in: tenant, from: old.map { FileUser.write($0) }, to: FileUser.write(user),
            secrets: secrets)
    }

    private func matchUser(
        _ body: DirectoryDocument, _ node: SourceNode, name: String, in tenant: Tenant
    ) throws(FileError) -> User? {
        let id = try read(node) { () throws(DirectoryError) in try body.string("id") }?.lowercased()
        let named = references.user(name)
        guard let found = id.flatMap({ current.users[$0] }) ?? (id == nil ? named : nil) else { return nil }
        guard found.tenantID == tenant.id else {
            throw FileError(
                "The user '\(name)' is in another tenant.", at: node.place(ofPath: "userPrincipalName"),
                member: "userPrincipalName")
        }
        return found
    }

    private func newUserID(
        _ body: DirectoryDocument, _ node: SourceNode, name: String, in tenant: Tenant
    ) throws -> String {
        if let id = try read(node, { () throws(DirectoryError) in try body.string("id") })?.lowercased() {
            guard ApplicationJSON.isGUID(id) else {
                throw FileError("The member 'id' is not a GUID.", at: node.place(ofPath: "id"), member: "id")
            }
            return id
        }
        let id = try newID("user", name.lowercased(), in: tenant) { current.users[$0] != nil }
        guard tenant.kind == .personal else { return id }
        // A personal account's id is its CID, 16 hexadecimal digits, padded with zeros.
        let digits = id.filter { $0 != "-" }.suffix(16)
        return "00000000-0000-0000-\(digits.prefix(4))-\(digits.dropFirst(4))"
    }

    /// Reads the password or its hash, and whether the user may have one.
    ///
    /// - Returns: the members that change.
    private mutating func planPassword(
        _ body: DirectoryDocument, _ node: SourceNode, of user: inout User, _ old: User?
    ) throws -> [String] {
        let wasOnly = user.isCertificateOnly == true
        let flags = try read(node) { () throws(DirectoryError) in
            (
                only: try body.bool("certificateOnly"), isDemonstration: try body.bool("isDemonstration"),
                hash: try body.string("passwordHash")
            )
        }
        if let only = flags.only, only != wasOnly {
            user.isCertificateOnly = only
            // Sessions and tokens that began with a password end with it.
            if only { user.passwordHash = nil }
            if old != nil { user.endSessions(at: setting.now) }
        }
        var hash: String?
        var member = "passwordHash"
        if let prepared = passwords[node.place] {
            guard prepared.stored == old?.passwordHash else { throw StalePasswords() }
            hash = prepared.hash
            member = "passwordProfile.password"
        } else if let given = flags.hash {
            guard PasswordPreparation.isHash(given) else {
                throw FileError(
                    "The member 'passwordHash' is not a hash that this provider makes, $scrypt$ln=15,r=8,p=1$SALT$HASH.",
                    at: node.place(ofPath: "passwordHash"), member: "passwordHash")
            }
            if options.onlyTenant != nil, given != old?.passwordHash, PasswordPreparation.isCostly(given) {
                throw FileError(
                    "The parameters of the hash cost more than those of this provider, ln=15,r=8,p=1.",
                    at: node.place(ofPath: "passwordHash"), member: "passwordHash")
            }
            hash = given
        }
        if hash != nil, user.isCertificateOnly == true {
            throw FileError(
                "A user with 'certificateOnly' has no password.", at: node.place(ofPath: member), member: member)
        }
        var secrets: [String] = []
        let isOnce = node["passwordProfile"]?["forceChangePasswordNextSignIn"]?.json == true
        // Not again for a user who has changed the password since.
        if old == nil, isOnce { user.mustChangePassword = true }
        if let hash, hash != user.passwordHash {
            user.passwordHash = hash
            user.mustChangePassword = isOnce ? true : nil
            user.isDemonstration = false
            secrets.append(member)
            if old != nil {
                // A new password ends the sessions and tokens of the old one, and a lock.
                user.endSessions(at: setting.now)
                newPasswords.append(user.objectID)
            }
        }
        user.isDemonstration = flags.isDemonstration ?? user.isDemonstration
        return secrets
    }

    private mutating func planFactors(
        _ body: DirectoryDocument, _ node: SourceNode, of user: User, _ secrets: inout [String]
    ) throws {
        let known: Set<String> = ["authenticatorKey", "phoneNumber"]
        guard body.members["factors"] != nil else { return }
        let stored = try transaction.factors(userID: user.objectID)
        var factors = stored ?? UserFactors(userID: user.objectID)
        try read(node) { () throws(DirectoryError) in
            guard let given = try body.object("factors", known: known) else {
                factors = UserFactors(userID: user.objectID)
                return
            }
            try FileUser.apply(given, to: &factors)
        }
        guard factors != stored ?? UserFactors(userID: user.objectID) else { return }
        target.factors[user.objectID] = factors
        secrets.append("factors")
    }
}
