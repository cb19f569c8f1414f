import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

extension AdminUsers {
    /// Makes a user of another tenant a guest: `{"invitedUser": NAME-OR-ID, "tenantId": TENANT}`. The guest has a
    /// separate object in the new tenant, and signs in at the home tenant.
    static func invite(_ name: String, _ body: DirectoryDocument, _ context: RequestContext) async throws
        -> HTTPResponse
    {
        for member in ["userPrincipalName", "password", "mail"] where try body.string(member) != nil {
            throw DirectoryError.invalid("A guest has no '\(member)'.")
        }
        guard let tenant = context.directory.tenant(try body.required("tenantId")), tenant.kind == .organization else {
            throw DirectoryError.invalid("'tenantId' names no organization.")
        }
        let shown = try body.string("displayName")
        let id = context.random.uuid()
        let kinds = Dictionary(context.directory.tenants.map { ($0.id, $0) }) { first, _ in first }
        let guest = try await context.transaction { transaction -> User in
            guard let home = try find(name, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            guard home.homeUserID == nil, home.tenantID != tenant.id, let own = kinds[home.tenantID],
                own.kind == .organization || own.kind == .personal, own.cloud == tenant.cloud
            else { throw DirectoryError.invalid("The user belongs to the tenant, is a guest, or cannot be one.") }
            guard try transaction.guest(of: home.objectID, in: tenant.id) == nil else {
                throw DirectoryError.conflict("The user is a guest of the tenant already.")
            }
            let alias = home.userPrincipalName.replacing("@", with: "_")
            let guest = User(
                objectID: id, tenantID: tenant.id,
                userPrincipalName: "\(alias)#EXT#@\(tenant.domains.first ?? tenant.id)",
                displayName: shown ?? home.displayName, givenName: home.givenName, familyName: home.familyName,
                mail: home.mail ?? home.userPrincipalName, homeUserID: home.objectID, homeTenantID: home.tenantID)
            try transaction.put(guest)
            return guest
        }
        return .json(json(guest), status: 201)
    }
}
