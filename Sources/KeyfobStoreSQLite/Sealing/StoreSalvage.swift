import GRDB
import KeyfobCache
import KeyfobCore

/// Copies from a damaged database what can still be read and is vouched for: rows whose seal opens.
///
/// The record of the sealing key comes first, for without it nothing can be vouched for. Every statement may fail; a
/// table is read from both ends, and then by what indexes and other tables say of it.
struct StoreSalvage {
    let keyring: StoreKeyring

    /// Copies, in one transaction, and returns how many entities.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` if the key is out of reach now; any error of the fresh database.
    func run(from damaged: DatabaseQueue, into fresh: DatabaseQueue) throws -> Int {
        try damaged.unsafeRead { source in
            let reader = DamagedReader(source)
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

    /// The newest record that fits its key; or a new one for a key whose id is left, and that opens something.
    ///
    /// An older record is of a former key that was not removed yet. While the newest one's key is only out of reach, it
    /// must not be taken for the store's: nothing would open, and everything be lost.
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
                    // What is wrong with another store's key is no matter here.
                    if recorded.contains(id) { failure = failure ?? error }
                }
            }
        }
        // Where nothing is left, there is no key to wait for either.
        if let failure, reader.hasEntities { throw failure }
        return nil
    }

    private func opensAnything(_ record: StoreKeyRecord, _ reader: DamagedReader) -> Bool {
        reader.isOpened(by: record.seal(group: keyring.group, places: keyring.places))
    }
}
