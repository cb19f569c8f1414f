#if Server
import Foundation
public import KeyfobCache
public import KeyfobCore
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobStoreSharedFile

/// The credential store as the tools open it: the same one, in the same place, as an app on product `Keyfob`, or the
/// token cache of other libraries that `--cache-file` or `--cache-keyring` names.
public struct ToolStore: Sendable {
    /// The credentials.
    public let credentials: any CredentialStore
    /// The refresh lock beside them.
    public let refreshLock: any RefreshLock

    /// Opens the store that the options name.
    ///
    /// - Parameters:
    ///   - authority: the authority in use, if the command has one.
    ///   - keyPlace: where the key of a store of ours has to be; nil for anywhere. A shared cache has none.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home.
    public init(
        _ options: StoreOptions, authority: Authority? = nil, environment: [String: String],
        keyPlace: SealingKeyPlace? = nil
    ) throws(AuthError) {
        let file = options.cacheFile.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        let cache: any SharedCachePersistence
        let path: String
        if let keyring = options.cacheKeyring {
            if let file { path = file } else { path = try keyring.signalPath(environment: environment) }
            cache = try SecretServiceCache(
                keyring.schema(signalPath: path), signalPath: path, environment: environment)
        } else if let file {
            path = file
            cache = try SharedCacheFile(path: file)
        } else {
            try self.init(group: options.group(), environment: environment, keyPlace: keyPlace)
            return
        }
        self.init(
            credentials: SharedFileCredentialStore(cache, authority: authority?.environment),
            refreshLock: SharedFileRefreshLock(directory: path + ".refresh-locks"))
    }

    /// Opens the store of an access group in `KEYFOB_HOME`.
    ///
    /// - Parameter keyPlace: where its key has to be; nil for anywhere.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home, or if
    ///   the store keeps its key elsewhere.
    public init(
        group: AccessGroup, environment: [String: String], keyPlace: SealingKeyPlace? = nil
    ) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: environment)
        let store = try SQLiteCredentialStore(
            group: group, home: home,
            places: .tools(home: home, environment: environment, choice: keyPlace))
        if let keyPlace { try store.require(keyPlace) }
        self.init(credentials: store, refreshLock: try FileRefreshLock(directory: "\(home)/locks"))
    }

    private init(credentials: any CredentialStore, refreshLock: any RefreshLock) {
        self.credentials = credentials
        self.refreshLock = refreshLock
    }
}
#endif
