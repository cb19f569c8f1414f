/// Policies, named locations and groups: read often, changed rarely, and cached with the directory.
package protocol DirectoryObjectStorage {
    /// Every object of every kind, in the order of insertion.
    func directoryObjects() throws -> [DirectoryObject]
    /// Adds or replaces an object by kind, tenant and id. Raises the directory's version.
    func put(_ object: DirectoryObject) throws
    /// Removes an object. It does nothing if there is none. Raises the directory's version.
    func removeDirectoryObject(_ kind: DirectoryObject.Kind, id: String, tenantID: String) throws
}
