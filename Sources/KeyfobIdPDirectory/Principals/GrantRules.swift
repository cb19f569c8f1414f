package import KeyfobIdPCore
package import KeyfobIdPModel

/// The rules about granting permissions to applications.
package enum GrantRules {
    /// Whether rights suffice to grant an application the permissions of an API (`appRoles`).
    ///
    /// The platform's own APIs, such as Microsoft Graph, give rights over the directory: who could grant those without
    /// being able to give roles could give an application more than they have, and use it.
    package static func mayGrantPermissions(of api: Application, _ rights: Set<DirectoryRight>) -> Bool {
        !api.isOfPlatform || rights.contains(.writeRoles)
    }

    /// The rights with which an application can give itself, or another one, any other right.
    private static let ofRoleGivers: Set<DirectoryRight> = [
        .writeRoles, .manageAdministrators, .writeAssignments, .writeGrants, .writeApplications,
    ]

    /// Whether rights suffice to change an application, its secrets and certificates, addresses and owners among them.
    ///
    /// Who adds a secret to an application can act with the application's own permissions. Entra ID accepts that, and
    /// so does the profile `faithful`. With `strict`, an application that could give roles is changed only by those who
    /// may change administrators.
    ///
    /// - Parameter consents: what has been granted in the tenant.
    package static func mayChange(
        _ application: Application, _ consents: [Consent], _ rights: Set<DirectoryRight>,
        _ profile: IdPProfile
    ) -> Bool {
        guard profile == .strict, !rights.contains(.manageAdministrators) else { return true }
        let permissions = consents.filter {
            $0.userID == Consent.application && $0.clientID == application.appID
                && $0.resourceID == ScopeResolution.graphID
        }.flatMap(\.scopes)
        return GraphPermissions.rights(of: permissions).isDisjoint(with: ofRoleGivers)
    }
}
