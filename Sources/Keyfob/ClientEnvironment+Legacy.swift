public import KeyfobClient
public import KeyfobCore
import KeyfobStoreLegacy

extension ClientEnvironment {
    /// Reads ADAL's cache beside the store, from the file in which an app's `ADTokenCacheDelegate` kept what
    /// `serialize` gave.
    ///
    /// Its accounts are listed, and each moves into the store at its first silent call.
    ///
    /// - Parameters:
    ///   - path: absolute; the file need not be there. It must belong to the user and be closed to others.
    ///   - seeding: whether a refresh token that the server gives is also kept there, for the suite's apps that still
    ///     use ADAL.
    /// - Throws: `AuthError` with code `configuration` if the path is not absolute, `storeUnavailable` if its directory
    ///   cannot be made.
    public mutating func useLegacyArchive(path: String, seeding: Bool = false) throws(AuthError) {
        legacyCache = try LegacyArchiveFile(path: path)
        seedsLegacyCache = seeding
    }
}
