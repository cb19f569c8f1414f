import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// The key of a store's database: recorded when the database is made, and used from then on.
struct StoreKeyring: Sendable {
    let group: AccessGroup
    let places: SealingKeyPlaces
    let random: any RandomSource
    let clock: any WallClock

    /// Makes the key of a database that has none.
    ///
    /// - Parameter lock: the store's lock, which is acquired for this; nil if the caller holds it.
    func ensureKey(_ queue: DatabaseQueue, path: String, taking lock: FileLock?) throws(AuthError) {
        guard try !hasKey(queue, path: path) else { return }
        do {
            try lock?.lock(timeoutSeconds: 10)
            defer { lock?.unlock() }
            try queue.inTransaction(.immediate) { database in
                if try StoreKeyRecord.read(database) == nil {
                    _ = try StoreKeyRecord.create(
                        in: database, group: group, places: places, random: random, now: clock.unixSeconds)
                }
                return .commit
            }
        } catch {
            throw .database(error, path: path)
        }
    }

    /// Whether a database has a key. A database with entities and no key is damaged: a new key would open none of them.
    func hasKey(_ queue: DatabaseQueue, path: String) throws(AuthError) -> Bool {
        do {
            return try queue.unsafeRead { database in
                if try StoreKeyRecord.read(database) != nil { return true }
                guard try Int.fetchOne(database, sql: "SELECT 1 FROM entity LIMIT 1") == nil else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
                return false
            }
        } catch {
            throw .database(error, path: path)
        }
    }

    /// The seal of a database.
    ///
    /// - Parameters:
    ///   - witness: whether a seal opens any entity, for a record whose probe does not open.
    ///   - successor: the current seal of the database, for when this one fails.
    func seal(
        _ queue: DatabaseQueue, path: String, witness: (@Sendable (StoreSeal) -> Bool)? = nil,
        successor: (@Sendable () -> StoreSuccession?)? = nil
    ) throws(AuthError) -> StoreSeal {
        try record(queue, path: path).seal(group: group, places: places, witness: witness, successor: successor)
    }

    /// Checks that the record of the key agrees with its index: a torn id would be mistaken for a missing key.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it does not, which means damage.
    func checkRecord(_ queue: DatabaseQueue, path: String) throws(AuthError) {
        do {
            let finding = try queue.unsafeRead {
                try String.fetchOne($0, sql: "PRAGMA integrity_check(sealing_key)")
            }
            guard finding == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        } catch {
            throw .database(error, path: path)
        }
    }

    /// The record of the database's key.
    func record(_ queue: DatabaseQueue, path: String) throws(AuthError) -> StoreKeyRecord {
        let record: StoreKeyRecord?
        do {
            record = try queue.unsafeRead { try StoreKeyRecord.read($0) }
        } catch {
            throw .database(error, path: path)
        }
        guard let record else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The database \(path) contains no record of its key.")
        }
        return record
    }
}
