import KeyfobIdPCore
package import KeyfobIdPModel

extension DirectoryEditor {
    /// Makes a user of another tenant a guest of this one: with an object of its own, which signs in at home.
    ///
    /// - Throws: ``DirectoryError`` if the user cannot be a guest here, or is one already.
    package func invite(_ home: User, displayName: String?) throws -> User {
        guard home.homeUserID == nil, home.tenantID != tenant.id, tenant.kind == .organization,
            let own = directory.tenant(home.tenantID), own.kind == .organization || own.kind == .personal,
            own.cloud == tenant.cloud
        else {
            throw DirectoryError.invalid("The user belongs to the tenant, is a guest, or cannot be one.")
        }
        guard try transaction.guest(of: home.objectID, in: tenant.id) == nil else {
            throw DirectoryError.conflict("The user is a guest of the tenant already.")
        }
        let alias = home.userPrincipalName.replacing("@", with: "_")
        var guest = User(
            objectID: newID(), tenantID: tenant.id,
            userPrincipalName: "\(alias)#EXT#@\(tenant.domains.first ?? tenant.id)",
            displayName: displayName ?? home.displayName, givenName: home.givenName, familyName: home.familyName,
            mail: home.mail ?? home.userPrincipalName, homeUserID: home.objectID, homeTenantID: home.tenantID)
        guest.createdAt = now
        try create(guest)
        return guest
    }
}
