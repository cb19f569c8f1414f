import KeyfobIdPModel
import KeyfobOAuth

/// The rules about who may consent to which permissions.
enum ConsentAuthority {
    /// Whether the user administers the tenant.
    static func isAdministrator(_ user: User, in directory: Directory) -> Bool {
        directory.tenant(user.tenantID)?.administrators?.contains(user.objectID) ?? false
    }

    /// The error if the user cannot consent to the missing permissions; nil if they can.
    static func refusal(
        _ missing: MissingConsent, user: User, client: Application, in directory: Directory
    ) -> OAuthError? {
        // The vendor's own client and the vendor's own API are connected in advance; users consent to any other API.
        if client.isFirstParty == true, let item = missing.items.first(where: { $0.api.isOfPlatform }) {
            return OAuthError(65002, ["app": client.displayName, "resource": item.api.displayName])
        }
        if isAdministrator(user, in: directory) { return nil }
        let tenant = directory.tenant(user.tenantID)
        let isForbidden = tenant?.allowsUserConsent == false
        guard
            isForbidden
                || (missing.items + missing.middle.flatMap(\.items)).contains(where: \.permission.requiresAdministrator)
        else { return nil }
        return OAuthError(tenant?.acceptsConsentRequests == true ? 90095 : 90094)
    }
}
