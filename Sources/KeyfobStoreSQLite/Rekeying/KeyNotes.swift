import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto

/// The ids of keys that a database records in addition to the current one: a key that is about to be made, and former
/// keys that are about to be removed. Each is recorded first, so that a killed process leaves no unrecorded key.
///
/// They are stored in the table of the current key, which is the row that was made last; a key that is about to be made
/// counts as the oldest.
struct KeyNotes {
    let queue: DatabaseQueue

    /// Records a key that is about to be made.
    func note(_ id: String, place: String) throws {
        try queue.inTransaction(.immediate) { database in
            try database.execute(
                sql: "INSERT INTO sealing_key (id, place, probe, made_at) VALUES (?, ?, x'', ?)",
                arguments: [id, place, Int64.min])
            return .commit
        }
    }

    /// Makes a recorded key the current one, in the caller's transaction.
    static func putInForce(
        _ id: String, probe: [UInt8], after former: StoreKeyRecord, now: Int64, _ database: Database
    ) throws {
        let moment = max(now, min(former.madeAt, .max - 1) + 1)
        try database.execute(
            sql: "UPDATE sealing_key SET probe = ?, made_at = ? WHERE id = ?",
            arguments: [probe.databaseBytes, moment, id])
    }

    /// Removes every recorded key except the current one, from its place and then from the table.
    ///
    /// - Returns: the error for a key that could not be removed; it stays recorded.
    func removeOthers(than inForce: String, places: SealingKeyPlaces, removed: () -> Void) throws -> AuthError? {
        var failure: AuthError?
        for (id, place) in try others(than: inForce) {
            do {
                guard let provider = places.provider(at: place) else {
                    throw AuthError(
                        .storeLocked, origin: .store, message: "This program cannot remove a former key from \(place).")
                }
                try provider.remove(id: id)
            } catch let error as AuthError {
                failure = error
                continue
            }
            removed()
            try queue.inTransaction(.immediate) { database in
                try database.execute(sql: "DELETE FROM sealing_key WHERE id = ?", arguments: [id])
                return .commit
            }
        }
        return failure
    }

    private func others(than inForce: String) throws -> [(id: String, place: String)] {
        try queue.unsafeRead { database in
            try Row.fetchAll(
                database, sql: "SELECT id, place FROM sealing_key WHERE id <> ? ORDER BY id", arguments: [inForce]
            ).map { ($0[0], $0[1]) }
        }
    }
}
