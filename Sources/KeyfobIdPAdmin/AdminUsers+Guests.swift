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
        let guest = try await context.transaction { transaction -> User in
            guard let home = try find(name, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            return try DirectoryEditor(tenant, context, transaction).invite(home, displayName: shown)
        }
        return .json(json(guest), status: 201)
    }
}
