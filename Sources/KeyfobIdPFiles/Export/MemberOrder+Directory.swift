import KeyfobYAML

extension MemberOrder {
    /// The order of a directory's objects: names first, lists of objects last.
    static let directory = MemberOrder(
        first: [
            "id", "appId", "userPrincipalName", "displayName", "name", "domains", "kind", "hosts", "cloud",
            "principalId", "clientId", "resourceId", "appRoleId", "consentType",
        ],
        last: [
            "administrators", "directoryRoles", "trust", "users", "groups", "applications", "servicePrincipals",
            "appRoleAssignments", "oauth2PermissionGrants", "conditionalAccess",
        ])
}
