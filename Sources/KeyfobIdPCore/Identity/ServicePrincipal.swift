package import KeyfobIdPModel

/// The object of an application in a tenant, which app-only tokens name in `oid` and `sub`.
package enum ServicePrincipal {
    /// Its object id: the same for every node, since it follows from the two ids.
    package static func objectID(of application: Application, in tenantID: String) -> String {
        DerivedID.of("service principal|\(tenantID)|\(application.appID)")
    }
}
