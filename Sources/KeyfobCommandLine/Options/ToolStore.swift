#if Server
import Foundation
package import KeyfobCache
package import KeyfobCore
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobStoreSharedFile

/// The credential store of the tools: the same store as that of an app with the product `Keyfob`, or the token cache of
/// other libraries that `--cache-file` or `--cache-keyring` names.
package struct ToolStore: Sendable {
    /// The purpose of opening a store.
    package enum Purpose: Sendable {
        /// To read or use the store. A missing store has no users, and is not created.
        case use
        /// To sign in: a missing store is created, with its key in that place (nil for the default one), and the key
        /// must be accessible before a user is prompted.
        case signIn(keyPlace: SealingKeyPlace?)
    }

    /// The credentials.
    package let credentials: any CredentialStore
    /// The refresh lock of the store.
    package let refreshLock: any RefreshLock
    /// Records for other processes that a server has requested a wait; nil without a store.
    package let serverWaits: (any ServerWaits)?
    /// The missing store, as a sentence, if there is none; the store is empty then.
    package let absence: String?

    /// Opens the store that the options name.
    ///
    /// - Parameters:
    ///   - authority: the authority in use, if the command has one.
    ///   - purpose: the purpose.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home, or if
    ///   the store's key is in another place than the required one.
    package init(
        _ options: StoreOptions, authority: Authority? = nil, environment: [String: String], for purpose: Purpose = .use
    ) throws(AuthError) {
        let file = options.cacheFile.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        let cache: any SharedCachePersistence
        let path: String
        var absence: String?
        if let keyring = options.cacheKeyring {
            if let file { path = file } else { path = try keyring.signalPath(environment: environment) }
            cache = try SecretServiceCache(
                keyring.schema(signalPath: path), signalPath: path, environment: environment)
        } else if let file {
            path = file
            cache = try SharedCacheFile(path: file)
            if try cache.stamp() == nil { absence = "There is no file \(file)." }
        } else {
            try self.init(group: options.group(), environment: environment, for: purpose)
            return
        }
        self.init(
            credentials: SharedFileCredentialStore(cache, authority: authority?.environment),
            refreshLock: SharedFileRefreshLock(directory: path + ".refresh-locks"),
            serverWaits: FileServerWaits(directory: path + ".refresh-waits"), absence: absence)
        // A cache that cannot be read or written is reported before a user signs in for it.
        if case .signIn = purpose {
            _ = try credentials.homeAccountIDs()
            try credentials.reserveRoom().release()
        }
    }

    /// Opens the store of an access group in `KEYFOB_HOME`.
    ///
    /// - Parameter purpose: the purpose.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home, or if
    ///   the store's key is in another place than the required one.
    package init(
        group: AccessGroup, environment: [String: String], for purpose: Purpose = .use
    ) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: environment)
        let store: SQLiteCredentialStore
        switch purpose {
        case .use:
            let places = try SealingKeyPlaces.tools(home: home, environment: environment)
            guard let found = try SQLiteCredentialStore.existing(group: group, home: home, places: places) else {
                self.init(
                    credentials: InMemoryCredentialStore(), refreshLock: InProcessRefreshLock(),
                    serverWaits: nil, absence: "The access group \(group) has no store in \(home).")
                return
            }
            store = found
        case .signIn(let keyPlace):
            let places = try SealingKeyPlaces.tools(home: home, environment: environment, choice: keyPlace)
            store = try SQLiteCredentialStore(group: group, home: home, places: places)
            if let keyPlace { try store.require(keyPlace) }
            try Self.checkKey(of: store, folder: "\(home)/stores/\(group)")
            try store.reserveRoom().release()
        }
        Self.warnOfDamage(store)
        self.init(
            credentials: store, refreshLock: try FileRefreshLock(directory: "\(home)/locks"),
            serverWaits: FileServerWaits(directory: "\(home)/waits"), absence: nil)
    }

    private init(
        credentials: any CredentialStore, refreshLock: any RefreshLock, serverWaits: (any ServerWaits)?,
        absence: String?
    ) {
        self.credentials = credentials
        self.refreshLock = refreshLock
        self.serverWaits = serverWaits
        self.absence = absence
    }

    private static func checkKey(of store: SQLiteCredentialStore, folder: String) throws(AuthError) {
        do {
            try store.checkKey()
        } catch {
            guard error.code == .storeLocked else { throw error }
            var locked = error
            let advice = "If the key is lost, move \(folder) away and sign in again."
            locked.remedy = locked.remedy.map { "\($0) \(advice)" } ?? advice
            throw locked
        }
    }

    private static func warnOfDamage(_ store: SQLiteCredentialStore) {
        guard let aside = store.setAside else { return }
        Output.warn(
            "Warning: the credential store was damaged. It was set aside as \(aside), and \(store.salvaged) of its "
                + "entries were kept. Users who are missing have to sign in again.")
    }
}

/// The refresh lock next to a shared token cache, independent of `KEYFOB_HOME`. Its directory is created at the first
/// refresh, and not when a command only lists another program's cache.
struct SharedFileRefreshLock: RefreshLock {
    let directory: String

    func withLock<R: Sendable>(
        _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        try await FileRefreshLock(directory: directory).withLock(key, timeoutSeconds: timeoutSeconds, body)
    }
}
#endif
