import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// A home that may be damaged.
struct DamageCopy: Sendable {
    let home: String

    var directory: String { "\(home)/stores/\(AccessGroup.standard.name)" }
    var database: String { directory + "/credentials.sqlite" }

    /// Opens the store as an app does, or as a tool that only reads.
    func open(onlyLooks: Bool = false) throws(AuthError) -> SQLiteCredentialStore {
        let keys = FileSealingKey(directory: home + "/keys")
        if onlyLooks,
            let store = try SQLiteCredentialStore.existing(group: .standard, home: home, places: SealingKeyPlaces(keys))
        {
            return store
        }
        return try SQLiteCredentialStore(group: .standard, home: home, keys: keys)
    }

    /// The bytes of the database, or of a file with that suffix.
    func bytes(_ suffix: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: database + suffix)))
    }

    /// Replaces the database, or the file with that suffix.
    func put(_ bytes: [UInt8], _ suffix: String) throws { try write(bytes, to: database + suffix) }

    func write(_ bytes: [UInt8], to path: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
    }

    func remove() { try? FileManager.default.removeItem(atPath: home) }
}
