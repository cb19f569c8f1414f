import KeyfobIdPModel
import KeyfobOAuth

/// The rules about which users a request admits, and as which object.
enum TenantRules {
    /// The user in the issuing tenant: the user who signed in, or their guest object.
    ///
    /// - Parameter home: the user who signed in.
    /// - Returns: nil if the request does not admit the user.
    static func member(
        _ home: User, _ draft: AuthorizationDraft, in transaction: any IdPTransaction
    ) throws -> User? {
        guard try refusal(home, draft, in: transaction) == nil else { return nil }
        guard let tenant = draft.segment.tenant, tenant.id != home.tenantID else { return home }
        return try transaction.guest(of: home.objectID, in: tenant.id)
    }

    /// The error if an authenticated user may not continue; otherwise nil.
    static func refusal(
        _ home: User, _ draft: AuthorizationDraft, in transaction: any IdPTransaction
    ) throws -> OAuthError? {
        if !home.isEnabled { return OAuthError(50057) }
        let homeTenant = draft.directory?.tenant(home.tenantID)
        switch draft.segment {
        case .policy(let tenant, _):
            // A customer of another directory is unknown here.
            if tenant.id != home.tenantID { return OAuthError(50126) }
        case .one(let tenant):
            if tenant.id != home.tenantID {
                guard let guest = try transaction.guest(of: home.objectID, in: tenant.id) else {
                    return tenant.kind == .personal
                        ? wrongKind(home)
                        : userNotInTenant(home, tenant: tenant.displayName, app: draft.client?.displayName)
                }
                if !guest.isEnabled { return OAuthError(50057) }
            }
        case .any(let name):
            switch homeTenant?.kind ?? .organization {
            case .organization: break
            case .personal:
                if name == "organizations" { return wrongKind(home) }
                if draft.dialect == .v1 { return OAuthError(90027) }
            case .b2c, .external, .adfs, .openID:
                return userNotInTenant(home, tenant: name, app: draft.client?.displayName)
            }
            // The account's own cloud issues tokens, if the client supports other clouds.
            if homeTenant?.cloud != draft.cloud, !draft.request.isInstanceAware {
                return OAuthError(90038, ["tenant": homeTenant?.displayName ?? home.tenantID])
            }
        }
        return try audienceRefusal(home, homeTenant, draft)
            ?? principalRefusal(home, draft.segment.tenant ?? homeTenant, draft, in: transaction)
    }

    /// The error where the tenant's administrators have disabled the application, or require an assignment that the user
    /// lacks.
    private static func principalRefusal(
        _ home: User, _ issuing: Tenant?, _ draft: AuthorizationDraft, in transaction: any IdPTransaction
    ) throws -> OAuthError? {
        guard let client = draft.client, let issuing, let directory = draft.directory,
            let settings = directory.principal(of: client.appID, in: issuing.id)
        else { return nil }
        if !settings.isEnabled { return OAuthError(7_000_112, ["app": client.appID]) }
        guard settings.requiresAssignment else { return nil }
        let member =
            issuing.id == home.tenantID ? home : try transaction.guest(of: home.objectID, in: issuing.id)
        if let member, try AssignedRoles.exists(of: member, at: client, directory, in: transaction) { return nil }
        return OAuthError(50105, ["user": home.userPrincipalName, "app": client.displayName])
    }

    private static func audienceRefusal(
        _ home: User, _ homeTenant: Tenant?, _ draft: AuthorizationDraft
    ) -> OAuthError? {
        guard let client = draft.client else { return OAuthError(700016) }
        let issuing = draft.segment.tenant ?? homeTenant
        let isPersonal = issuing?.kind == .personal
        switch client.signInAudience {
        case .myOrganization:
            return client.tenantID == issuing?.id
                ? nil : userNotInTenant(home, tenant: issuing?.displayName ?? home.tenantID, app: client.displayName)
        case .multipleOrganizations: return isPersonal ? wrongKind(home) : nil
        case .organizationsAndPersonal: return nil
        case .personal: return isPersonal ? nil : wrongKind(home)
        }
    }

    /// The error for an account of a kind that cannot sign in at the address, or to the client.
    private static func wrongKind(_ home: User) -> OAuthError {
        OAuthError(500208, ["user": home.userPrincipalName])
    }

    /// The error for an account that is neither a member nor a guest of the tenant.
    static func userNotInTenant(_ home: User, tenant: String, app: String?) -> OAuthError {
        OAuthError(
            50020, ["user": home.userPrincipalName, "idp": home.tenantID, "tenant": tenant, "app": app ?? ""])
    }
}
