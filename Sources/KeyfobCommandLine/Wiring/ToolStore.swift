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
    /// - Parameter authority: the authority in use, if the command has one.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home.
    public init(
        _ options: StoreOptions, authority: Authority? = nil, environment: [String: String]
    ) throws(AuthError) {
        guard let file = options.cacheFile else {
            try self.init(group: options.group(), environment: environment)
            return
        }
        let path = URL(fileURLWithPath: file).standardizedFileURL.path
        self.init(
            credentials: try SharedFileCredentialStore(path: path, authority: authority?.environment),
            refreshLock: SharedFileRefreshLock(directory: path + ".refresh-locks"))
    }

    /// Opens the store of an access group in `KEYFOB_HOME`.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home.
    public init(group: AccessGroup, environment: [String: String]) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: environment)
        self.init(
            credentials: try SQLiteCredentialStore(
                group: group, home: home, keys: FileSealingKey(directory: "\(home)/keys")),
            refreshLock: try FileRefreshLock(directory: "\(home)/locks"))
    }

    private init(credentials: any CredentialStore, refreshLock: any RefreshLock) {
        self.credentials = credentials
        self.refreshLock = refreshLock
    }
}
#endif
