#if Server
public import KeyfobCache
public import KeyfobCore
import KeyfobStoreSQLite

/// The credential store as the tools open it: the same one, in the same place, as an app on product `Keyfob`.
public struct ToolStore: Sendable {
    /// The credentials.
    public let credentials: any CredentialStore
    /// The refresh lock beside them.
    public let refreshLock: any RefreshLock

    /// Opens the store of an access group in `KEYFOB_HOME`.
    ///
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home.
    public init(group: AccessGroup, environment: [String: String]) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: environment)
        credentials = try SQLiteCredentialStore(
            group: group, home: home, keys: FileSealingKey(directory: "\(home)/keys"))
        refreshLock = try FileRefreshLock(directory: "\(home)/locks")
    }
}
#endif
