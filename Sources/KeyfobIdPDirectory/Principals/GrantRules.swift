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
}
