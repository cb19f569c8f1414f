#if Server && LinuxTransport
import KeyfobBrokerCore
import KeyfobCache
import KeyfobCore
import KeyfobSQLite
import KeyfobStoreSQLite

/// The broker's files: `broker` under its `KEYFOB_HOME`, mode 0700, each file in it 0600.
struct BrokerPlaces {
    let folder: String
    /// The keys that seal the files.
    let keys: FileSealingKey

    /// Resolves the paths; creates nothing.
    ///
    /// - Parameter becomesOwner: whether root becomes the home's owner, for the rest of this process.
    /// - Throws: ``AuthError`` with code `configuration` if there is no home, `storeUnavailable` if another user can
    ///   change what is in it.
    init(environment: [String: String], becomesOwner: Bool = false) throws(AuthError) {
        let home = try KeyfobHome.path(environment: environment)
        if becomesOwner { try HomeOwner.become(home) }
        try KeyfobHome.check(home)
        folder = home + "/broker"
        keys = FileSealingKey(directory: folder + "/keys")
    }

    /// Creates the folder if it is missing, and checks that no other user can read it.
    func prepare() throws(AuthError) {
        try PrivateDirectory.prepare(folder)
    }

    /// Opens the vault, or creates it if there is none.
    func vault() throws(AuthError) -> BrokerVault {
        try BrokerVault(storage: FileVaultStorage(path: folder + "/vault"), keys: keys)
    }

    /// Opens the vault, if there is one.
    func existingVault() throws(AuthError) -> BrokerVault? {
        guard try PrivateFile.exists(folder + "/vault") else { return nil }
        return try vault()
    }

    /// Opens the store of apps' tokens.
    func store(clock: any WallClock) throws(AuthError) -> SQLiteCredentialStore {
        try SQLiteCredentialStore(group: AccessGroup("broker"), home: folder, clock: clock, keys: keys)
    }
}

/// Stores the vault's bytes in a file: written to a temporary file, synchronized to the disk, and renamed over the old
/// one.
struct FileVaultStorage: VaultStorage {
    /// The maximum size: a broker with thousands of accounts has a few megabytes.
    private static let limit = 64 << 20

    let path: String

    func read() throws(AuthError) -> [UInt8]? { try PrivateFile.read(path, limit: Self.limit) }

    func write(_ bytes: [UInt8]) throws(AuthError) { try PrivateFile.replace(path, with: bytes) }

    func reserveRoom() throws(AuthError) -> ReservedRoom { try PrivateFile.reserveRoom(forReplacing: path) }
}
#endif
