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

    /// Whether a database has a key.
    func hasKey(_ queue: DatabaseQueue, path: String) throws(AuthError) -> Bool {
        do {
            return try queue.unsafeRead { try StoreKeyRecord.read($0) } != nil
        } catch {
            throw .database(error, path: path)
        }
    }

    /// The seal of a database.
    ///
    /// - Parameter successor: the seal of the database as it is when this one fails.
    func seal(
        _ queue: DatabaseQueue, path: String, successor: (@Sendable () -> StoreSuccession?)? = nil
    ) throws(AuthError) -> StoreSeal {
        try record(queue, path: path).seal(group: group, places: places, successor: successor)
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
