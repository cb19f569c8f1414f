#if Server
import Foundation
public import KeyfobCache
public import KeyfobCore
import KeyfobStoreSQLite
import KeyfobStoreSharedFile

/// The credential store as the tools open it: the same one, in the same place, as an app on product `Keyfob`, or the
/// token cache of other libraries that `--cache-file` names.
public struct ToolStore: Sendable {
    /// The credentials.
    public let credentials: any CredentialStore
    /// The refresh lock beside them.
    public let refreshLock: any RefreshLock

    /// Opens the store that the options name.
    ///
    /// - Parameters:
    ///   - authority: the authority in use, if the command has one.
    ///   - keyPlace: where the key of a store of ours has to be; nil for anywhere. A shared file has none.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home.
    public init(
        _ options: StoreOptions, authority: Authority? = nil, environment: [String: String],
        keyPlace: SealingKeyPlace? = nil
    ) throws(AuthError) {
        guard let file = options.cacheFile else {
            try self.init(group: options.group(), environment: environment, keyPlace: keyPlace)
            return
        }
        let path = URL(fileURLWithPath: file).standardizedFileURL.path
        self.init(
            credentials: try SharedFileCredentialStore(path: path, authority: authority?.environment),
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
