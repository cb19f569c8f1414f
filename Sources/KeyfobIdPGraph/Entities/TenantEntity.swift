import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

extension GraphSession {
    /// The tenant.
    var organization: GraphEntity {
        let domains = tenant.domains.enumerated().map { index, name -> JSONValue in
            [
                "capabilities": "Email, OfficeCommunicationsOnline", "isDefault": .bool(index == 0),
                "isInitial": .bool(index == 0), "name": .string(name), "type": "Managed",
            ]
        }
        return GraphEntity(
            .organization, id: tenant.id,
            [
                "displayName": .string(tenant.displayName), "verifiedDomains": .array(domains),
                "tenantType": .string(tenant.kind == .external ? "CIAM" : "AAD"),
                "createdDateTime": tenant.createdAt.map { .string(GraphTime.text($0)) } ?? .null,
                "privacyProfile": ["contactEmail": nil, "statementUrl": nil],
            ])
    }

    /// The tenant's domains.
    var domains: [GraphEntity] {
        tenant.domains.enumerated().map { index, name in
            GraphEntity(
                .domain, id: name,
                [
                    "authenticationType": "Managed", "isAdminManaged": true, "isDefault": .bool(index == 0),
                    "isInitial": .bool(index == 0), "isRoot": true, "isVerified": true,
                    "supportedServices": ["Email", "OfficeCommunicationsOnline"],
                ])
        }
    }

    /// A role as the newer interface names it: its definition.
    func definition(_ role: DirectoryRole) -> GraphEntity {
        GraphEntity(
            .roleDefinition, id: role.templateID,
            [
                "displayName": .string(role.displayName), "description": .string(role.description),
                "templateId": .string(role.templateID), "version": "1", "isBuiltIn": true, "isEnabled": true,
                "resourceScopes": ["/"], "rolePermissions": [],
            ])
    }

    /// A user's role as the newer interface names it: its assignment.
    func assignment(of role: DirectoryRole, to principalID: String) -> GraphEntity {
        GraphEntity(
            .unifiedRoleAssignment, id: Self.id([role.templateID, principalID]),
            [
                "principalId": .string(principalID), "roleDefinitionId": .string(role.templateID),
                "directoryScopeId": "/",
            ])
    }

    /// What users may do without a role.
    var authorizationPolicy: GraphEntity {
        GraphEntity(
            .authorizationPolicy, id: "authorizationPolicy",
            [
                "displayName": "Authorization Policy",
                "description": "Used to manage authorization related settings across the company.",
                "allowInvitesFrom": "everyone", "allowEmailVerifiedUsersToJoinOrganization": false,
                "allowedToSignUpEmailBasedSubscriptions": false, "allowedToUseSSPR": false,
                "blockMsolPowerShell": false, "guestUserRoleId": "2af84b1e-32c8-42b7-82bc-daa82404023b",
                "defaultUserRolePermissions": [
                    "allowedToCreateApps": true, "allowedToCreateSecurityGroups": false,
                    "allowedToCreateTenants": false, "allowedToReadBitlockerKeysForOwnedDevice": false,
                    "allowedToReadOtherUsers": true,
                    "permissionGrantPoliciesAssigned": tenant.allowsUserConsent == false
                        ? [] : ["ManagePermissionGrantsForSelf.microsoft-user-default-legacy"],
                ],
            ])
    }
}
