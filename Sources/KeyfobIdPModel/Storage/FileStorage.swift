/// The files of Contoso Files.
package protocol FileStorage {
    /// A user's files, by name.
    func files(tenantID: String, userID: String) throws -> [StoredFile]
    /// Adds or replaces a file by its owner and name.
    func put(_ file: StoredFile) throws
    /// Removes a file.
    func removeFile(tenantID: String, userID: String, name: String) throws
}
