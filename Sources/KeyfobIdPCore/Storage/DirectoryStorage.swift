/// Tenants and applications: read often, changed seldom, and so cached by a version.
public protocol DirectoryStorage {
    /// A number that every write to tenants, applications, signing keys and settings makes greater. The provider
    /// keeps what it derived from them until it sees another number.
    func directoryVersion() throws -> Int64
    /// Every tenant, in the order of their making.
    func tenants() throws -> [Tenant]
    /// Adds or replaces a tenant by its id.
    func put(_ tenant: Tenant) throws
    /// Every application, in the order of their making.
    func applications() throws -> [Application]
    /// Adds or replaces an application by its application id.
    func put(_ application: Application) throws
}
