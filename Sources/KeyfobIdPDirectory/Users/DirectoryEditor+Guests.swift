import KeyfobIdPCore
package import KeyfobIdPModel

extension DirectoryEditor {
    /// The guests that a user without a role may have invited, deleted ones included.
    private static let mostOfUser = 250

    /// Invites a user of another tenant, who signs in at home, as a guest with an object of its own.
    ///
    /// The result is the same whether or not another tenant has such a user: users of other tenants are not for the
    /// inviting user to know. If there is none, no user can sign in as the guest until there is one who is invited
    /// again.
    ///
    /// - Parameters:
    ///   - address: the principal name of the user at home.
    ///   - inviter: the user who invites without a role; nil for all others, whose guests are not counted.
    /// - Throws: ``DirectoryError`` if the address is malformed or of this tenant, 403 for a user who has invited too
    ///   many.
    package func invite(_ address: String, displayName: String?, by inviter: User?) throws -> User {
        let address = try UserRules.principalName(address, member: "invitedUserEmailAddress").lowercased()
        let domain = address.split(separator: "@").last.map(String.init) ?? ""
        guard tenant.kind == .organization else { throw DirectoryError.invalid("The tenant has no guests.") }
        guard !tenant.domains.contains(where: { $0.lowercased() == domain }) else {
            throw DirectoryError.invalid(
                "The domain '\(domain)' is a verified domain of this tenant: its users are members and need no invitation."
            )
        }
        let home = try home(of: address)
        // Stands for a home that does not exist.
        let absent = DerivedID.of("invitation|\(tenant.id)|\(address)")
        let name = "\(address.replacing("@", with: "_"))#EXT#@\(tenant.domains.first ?? tenant.id)"
        var known = try transaction.user(userPrincipalName: name)
        if known == nil, let home { known = try transaction.guest(of: home.objectID, in: tenant.id) }
        if var guest = known, guest.tenantID == tenant.id, guest.homeUserID != nil {
            guard let home, guest.homeUserID == absent else { return guest }
            guest.homeUserID = home.objectID
            guest.homeTenantID = home.tenantID
            try transaction.put(guest)
            return guest
        }
        guard known == nil else { throw DirectoryError.conflict("There is a user '\(name)' already.") }
        var guest = User(
            objectID: try inviter.map { try newID(invitedBy: $0) } ?? newID(), tenantID: tenant.id,
            userPrincipalName: name, displayName: displayName ?? String(address.prefix { $0 != "@" }), mail: address,
            homeUserID: home?.objectID ?? absent, homeTenantID: home?.tenantID)
        guest.createdAt = now
        try create(guest)
        return guest
    }

    /// The user of another tenant who signs in with an address and can be a guest here; nil if there is none.
    private func home(of address: String) throws -> User? {
        guard let user = try transaction.user(userPrincipalName: address), user.homeUserID == nil,
            user.tenantID != tenant.id, let own = directory.tenant(user.tenantID),
            own.kind == .organization || own.kind == .personal, own.cloud == tenant.cloud
        else { return nil }
        return user
    }

    /// The first free one of the ids that a user's guests have: so their number is limited without a list of them.
    private func newID(invitedBy inviter: User) throws -> String {
        for number in 0..<Self.mostOfUser {
            let id = DerivedID.of("guest|\(tenant.id)|\(inviter.objectID)|\(number)")
            if try transaction.user(objectID: id) == nil, try transaction.deletedItem(id: id) == nil { return id }
        }
        throw DirectoryError(
            status: 403, code: "quota_exceeded",
            message: "A user without a role invites at most \(Self.mostOfUser) guests, deleted ones included. An "
                + "administrator can invite more.")
    }
}
