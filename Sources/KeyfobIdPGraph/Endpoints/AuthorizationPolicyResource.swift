import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/policies/authorizationPolicy`: what users may do without a role.
struct AuthorizationPolicyResource: GraphResource {
    let name = "policies/authorizationPolicy"
    let type = GraphType.authorizationPolicy
    let isSingle = true

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        return session.authorizationPolicy
    }

    /// Sets whether users may consent for themselves.
    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writeAuthorization)
        let permissions = body.members["defaultUserRolePermissions"]
        guard let policies = permissions?["permissionGrantPoliciesAssigned"]?.arrayValue,
            body.members.count == 1, permissions?.objectValue?.filter({ !$0.key.contains("@") }).count == 1
        else {
            throw GraphError.invalid(
                "Only 'defaultUserRolePermissions.permissionGrantPoliciesAssigned' can be changed here.")
        }
        var tenant = session.tenant
        tenant.allowsUserConsent = policies.contains {
            $0.stringValue?.hasPrefix("ManagePermissionGrantsForSelf.") == true
        }
        try session.editor.put(tenant)
    }
}
