package import KeyfobIdPModel

extension Application {
    /// Whether a tenant may know of the application: its own, the platform's, and those that other tenants offer to it.
    package func isOffered(to tenant: Tenant) -> Bool {
        guard tenantID != tenant.id, !isOfPlatform else { return true }
        switch signInAudience {
        case .myOrganization: return false
        case .multipleOrganizations: return tenant.kind != .personal
        case .organizationsAndPersonal: return true
        case .personal: return tenant.kind == .personal
        }
    }
}

extension Directory {
    /// The applications that a tenant may know of.
    package func applications(offeredTo tenant: Tenant) -> [Application] {
        applications.filter { $0.isOffered(to: tenant) }
    }

    /// The application with that id, if a tenant may know of it.
    package func application(_ appID: String, offeredTo tenant: Tenant) -> Application? {
        application(appID).flatMap { $0.isOffered(to: tenant) ? $0 : nil }
    }

    /// The API of that name or id, if a tenant may know of it.
    package func api(_ name: String, offeredTo tenant: Tenant) -> Application? {
        api(name).flatMap { $0.isOffered(to: tenant) ? $0 : nil }
    }
}
