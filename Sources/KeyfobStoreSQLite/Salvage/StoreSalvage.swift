import GRDB
import KeyfobCache
import KeyfobCore

/// Copies the readable and authentic rows of a damaged database: rows whose seal opens.
///
/// The record of the sealing key comes first, since no row can be verified without it. Every statement may fail; a
/// table is read from both ends, and then by its indexes and the ids in other tables.
struct StoreSalvage {
    let keyring: StoreKeyring

    /// Copies in one transaction, and returns the number of entities.
    ///
    /// - Parameter pages: the number of pages that the damaged database's files contain.
    /// - Throws: ``AuthError`` with code `storeLocked` if the key cannot be reached; any error of the new database.
    func run(from damaged: DatabaseQueue, pages: Int, into fresh: DatabaseQueue) throws -> Int {
        try damaged.unsafeRead { source in
            let reader = DamagedReader(source, pages: pages)
            guard let record = try record(reader) else { return 0 }
            let seal = record.seal(group: keyring.group, places: keyring.places)
            try seal.unlock()
            var count = 0
            try fresh.inTransaction(.immediate) { target in
                try record.insert(into: target)
                var table = EntityTable(target)
                for (account, home) in reader.homes() {
                    for found in reader.entities(account: account, home: home) {
                        guard (try? seal.open(found.sealed, of: found.row)) != nil else { continue }
                        try table.put(found.row, found.sealed, stamp: StoreSeal.stamp(of: found.sealed))
                        count += 1
                    }
                }
                return .commit
            }
            return count
        }
    }

    /// The newest record that fits its key; or a new record for a key whose id is known and that opens an entity.
    ///
    /// An older record belongs to a former key that was not removed yet. It must not be used while the newest key is
    /// only out of reach: no entity would open, and all would be lost.
    private func record(_ reader: DamagedReader) throws -> StoreKeyRecord? {
        var failure: (any Error)?
        let whole = reader.keyRecords()
        for record in whole {
            do {
                try record.seal(group: keyring.group, places: keyring.places).unlock()
                if record.id == whole.first?.id || opensAnything(record, reader) { return record }
            } catch {
                if record.hasSoundID { failure = failure ?? error }
            }
        }
        for keys in keyring.places.providers {
            let recorded = whole.map(\.id) + reader.keyIDs()
            for id in recorded + keys.ids() where StoreKeyRecord.isKeyID(id) {
                do {
                    let key = try keys.key(id: id)
                    let record = try StoreKeyRecord.made(
                        id: id, key, group: keyring.group, keys.place, keyring.random,
                        now: keyring.clock.unixSeconds)
                    if opensAnything(record, reader) { return record }
                } catch {
                    // Errors of other stores' keys do not matter here.
                    if recorded.contains(id) { failure = failure ?? error }
                }
            }
        }
        // Without any entities there is no need for the key.
        if let failure, reader.hasEntities { throw failure }
        return nil
    }

    private func opensAnything(_ record: StoreKeyRecord, _ reader: DamagedReader) -> Bool {
        reader.isOpened(by: record.seal(group: keyring.group, places: keyring.places))
    }
}
