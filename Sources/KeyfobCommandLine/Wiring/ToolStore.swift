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
    /// What a store is opened for.
    public enum Purpose: Sendable {
        /// To look, or to use what is there. Where there is no store nobody is signed in, and none is made.
        case use
        /// To sign in: a store that is missing is made, its key in that place (nil for the usual one), and the key has to
        /// be at hand before a person is asked for anything.
        case signIn(keyPlace: SealingKeyPlace?)
    }

    /// The credentials.
    public let credentials: any CredentialStore
    /// The refresh lock beside them.
    public let refreshLock: any RefreshLock
    /// Where processes tell each other that a server has asked to wait; nil without a store.
    public let serverWaits: (any ServerWaits)?
    /// What there is not, as a sentence, if there is no store; it is empty then.
    public let absence: String?

    /// Opens the store that the options name.
    ///
    /// - Parameters:
    ///   - authority: the authority in use, if the command has one.
    ///   - purpose: what for.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home, or if
    ///   the store keeps its key elsewhere than it has to be.
    public init(
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
            if !FileManager.default.fileExists(atPath: file) { absence = "There is no file \(file)." }
        } else {
            try self.init(group: options.group(), environment: environment, for: purpose)
            return
        }
        self.init(
            credentials: SharedFileCredentialStore(cache, authority: authority?.environment),
            refreshLock: SharedFileRefreshLock(directory: path + ".refresh-locks"),
            serverWaits: FileServerWaits(directory: path + ".refresh-waits"), absence: absence)
        // A cache that cannot be read is told before a person signs in for it.
        if case .signIn = purpose { _ = try credentials.homeAccountIDs() }
    }

    /// Opens the store of an access group in `KEYFOB_HOME`.
    ///
    /// - Parameter purpose: what for.
    /// - Throws: `AuthError` with code `storeUnavailable`, `storeLocked`, or `configuration` if there is no home, or if
    ///   the store keeps its key elsewhere than it has to be.
    public init(
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
            let advice = "If the key is gone for good, move \(folder) away and sign in again."
            locked.remedy = locked.remedy.map { "\($0) \(advice)" } ?? advice
            throw locked
        }
    }

    private static func warnOfDamage(_ store: SQLiteCredentialStore) {
        guard let aside = store.setAside else { return }
        Output.warn(
            "Warning: the credential store was damaged. It was set aside as \(aside), and \(store.salvaged) of its "
                + "entries were kept. Whoever is missing now has to sign in again.")
    }
}
#endif
