public import KeyfobClient
public import KeyfobCore
import KeyfobStoreSQLite

extension ClientEnvironment {
    /// Uses ADAL's cache in addition to the store, from the file in which an app's `ADTokenCacheDelegate` stored the
    /// data of `serialize`.
    ///
    /// Its accounts are listed, and each moves into the store at its first silent call.
    ///
    /// - Parameters:
    ///   - path: absolute; the file need not exist. It must belong to the user and not be accessible to others.
    ///   - seeding: whether a refresh token that the server issues is also stored there, for the suite's apps that
    ///     still use ADAL.
    /// - Throws: `AuthError` with code `configuration` if the path is not absolute, `storeUnavailable` if its directory
    ///   cannot be created.
    public mutating func useLegacyArchive(path: String, seeding: Bool = false) throws(AuthError) {
        legacyCache = try LegacyArchiveFile(path: path)
        seedsLegacyCache = seeding
    }
}
