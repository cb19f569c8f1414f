package import KeyfobCore
package import KeyfobIdPModel

/// The rules for the users of a tenant, whatever changes them: Microsoft Graph, the portal or a file.
package enum UserRules {
    /// The user with that principal name or object id.
    package static func find(_ key: String, in transaction: any IdPTransaction) throws -> User? {
        try transaction.user(userPrincipalName: key) ?? transaction.user(objectID: key.lowercased())
    }

    /// Checks the form of a principal name.
    ///
    /// - Parameter member: the path of the member that contains it.
    package static func principalName(
        _ text: String, member: String = "userPrincipalName"
    ) throws(DirectoryError) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, text.utf8.count <= 113,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E })
        else { throw .invalid(member: member, "is not of the form name@domain.") }
        return text
    }

    /// Checks a name that a user of a tenant gets, new or renamed, a guest or not: it is in one of the tenant's domains, so
    /// that no tenant takes a name in another's.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(newName name: String, in tenant: Tenant) throws(DirectoryError) {
        let domain = domain(of: try principalName(name))
        guard tenant.domains.contains(where: { $0.lowercased() == domain }) else {
            throw .invalid(
                member: "userPrincipalName",
                "has the domain '\(domain.prefix(120))', which is not one of the tenant's.")
        }
    }

    /// The domain of a principal name, in lower case.
    package static func domain(of name: String) -> String { name.split(separator: "@").last?.lowercased() ?? "" }

    /// A new object id in a tenant. A personal account's is its CID, 16 hexadecimal digits, padded with zeros.
    package static func newObjectID(in tenant: Tenant, _ random: any RandomSource) -> String {
        guard tenant.kind == .personal else { return random.uuid() }
        let cid = Hex.encode(random.bytes(8))
        return "00000000-0000-0000-\(cid.prefix(4))-\(cid.dropFirst(4))"
    }

    /// Gives a user another password, or none: the sessions and tokens that began with the old one end, and so does a
    /// lock.
    package static func setPassword(
        hash: String?, of user: inout User, now: Int64, in transaction: any IdPTransaction
    ) throws {
        user.replacePassword(by: hash, at: now)
        try transaction.put(Lockout(userID: user.objectID))
    }
}
