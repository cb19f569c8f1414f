import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// Who calls Resource Manager: a user through a client, or an application for itself.
struct ManagementCaller: Sendable {
    /// The tenant of the token.
    let tenant: Tenant
    /// The user in that tenant; nil for an application.
    let user: User?

    /// Admits a request, or refuses it.
    ///
    /// - Throws: `ResourceRefusal`, or the store's error.
    init(_ context: RequestContext) async throws {
        guard !ApplicationCaller.isPresented(in: context) else {
            let caller = try await ApplicationCaller(context, api: SeedData.managementAppID, role: nil)
            tenant = caller.tenant
            user = nil
            return
        }
        let caller = try await ResourceCaller(
            context, api: SeedData.managementAppID, .read, scopes: ["user_impersonation"])
        guard let tenant = context.directory.tenant(caller.user.tenantID) else {
            throw ResourceRefusal.invalidToken("The tenant that the token was issued for is deleted.")
        }
        self.tenant = tenant
        user = caller.user
    }
}
