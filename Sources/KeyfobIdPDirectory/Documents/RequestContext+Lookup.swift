package import KeyfobIdPCore
package import KeyfobIdPModel

extension RequestContext {
    /// The registration with that application id.
    ///
    /// - Throws: ``DirectoryError`` if there is none, or no id.
    package func registration(_ appID: String?) throws(DirectoryError) -> Application {
        guard let appID else { throw .invalid("'client_id' is missing.") }
        guard let application = directory.application(appID) else { throw .notFound("There is no such application.") }
        return application
    }

    /// The tenant with that id or domain; without a name the first one.
    ///
    /// - Throws: ``DirectoryError`` if there is none.
    package func tenant(named name: String?) throws(DirectoryError) -> Tenant {
        guard let tenant = name.map({ directory.tenant($0) }) ?? directory.tenants.first else {
            throw .notFound("There is no such tenant.")
        }
        return tenant
    }
}
