import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// Which key a store's database is sealed with: recorded when the database is made, the same from then on.
struct StoreKeyring: Sendable {
    let group: AccessGroup
    let places: SealingKeyPlaces
    let random: any RandomSource
    let clock: any WallClock

    /// Makes the key of a database that has none yet.
    ///
    /// - Parameter lock: the store's lock, which is taken for it; nil if the caller has it.
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

    /// Whether a database has a key. One that has entities and none is damaged: another key would open nothing of it.
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
    ///   - witness: whether a seal opens anything, for where the record does not show that its key is the right one.
    ///   - successor: the seal of the database as it is when this one fails.
    func seal(
        _ queue: DatabaseQueue, path: String, witness: (@Sendable (StoreSeal) -> Bool)? = nil,
        successor: (@Sendable () -> StoreSuccession?)? = nil
    ) throws(AuthError) -> StoreSeal {
        try record(queue, path: path).seal(group: group, places: places, witness: witness, successor: successor)
    }

    /// Checks that the record of the key agrees with its index: a torn id would be taken for a key that is missing.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`, for damage, if it does not.
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

    /// What a database records of its key.
    func record(_ queue: DatabaseQueue, path: String) throws(AuthError) -> StoreKeyRecord {
        let record: StoreKeyRecord?
        do {
            record = try queue.unsafeRead { try StoreKeyRecord.read($0) }
        } catch {
            throw .database(error, path: path)
        }
        guard let record else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The database \(path) does not say where its key is.")
        }
        return record
    }
}
