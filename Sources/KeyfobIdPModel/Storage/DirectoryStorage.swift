/// Tenants and applications: read often, changed rarely, and so cached by a version.
package protocol DirectoryStorage {
    /// A number that every write to tenants, applications, signing keys and settings increases. The provider caches
    /// what it derived from them until the number changes.
    func directoryVersion() throws -> Int64
    /// Every tenant, in the order of insertion.
    func tenants() throws -> [Tenant]
    /// Adds or replaces a tenant by its id.
    func put(_ tenant: Tenant) throws
    /// Every application, in the order of insertion.
    func applications() throws -> [Application]
    /// Adds or replaces an application by its application id.
    func put(_ application: Application) throws
}
