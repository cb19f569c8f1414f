#if Server && LinuxTransport
import KeyfobBrokerCore
import KeyfobCache
import KeyfobCore
import KeyfobSQLite
import KeyfobStoreSQLite

/// Where the broker keeps what it holds: `broker` under its `KEYFOB_HOME`, mode 0700, each file in it 0600.
struct BrokerPlaces {
    let folder: String
    /// What is sealed here is sealed with one of these.
    let keys: FileSealingKey

    /// Names the places; nothing is made.
    init(environment: [String: String]) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: environment)
        folder = home + "/broker"
        keys = FileSealingKey(directory: folder + "/keys")
    }

    /// Makes the folder if it is missing, and checks that nobody else can look into it.
    func prepare() throws(AuthError) {
        try PrivateDirectory.prepare(folder)
    }

    /// The vault, made if there is none.
    func vault() throws(AuthError) -> BrokerVault {
        try BrokerVault(storage: FileVaultStorage(path: folder + "/vault"), keys: keys)
    }

    /// The vault, if there is one.
    func existingVault() throws(AuthError) -> BrokerVault? {
        guard try PrivateFile.exists(folder + "/vault") else { return nil }
        return try vault()
    }

    /// What keeps apps' tokens.
    func store(clock: any WallClock) throws(AuthError) -> SQLiteCredentialStore {
        try SQLiteCredentialStore(group: AccessGroup("broker"), home: folder, clock: clock, keys: keys)
    }
}

/// The vault's bytes in a file: written whole to a draft, brought to the disk, and put in the old one's place.
struct FileVaultStorage: VaultStorage {
    /// A broker with thousands of accounts has a few megabytes.
    private static let limit = 64 << 20

    let path: String

    func read() throws(AuthError) -> [UInt8]? { try PrivateFile.read(path, limit: Self.limit) }

    func write(_ bytes: [UInt8]) throws(AuthError) { try PrivateFile.replace(path, with: bytes) }
}
#endif
