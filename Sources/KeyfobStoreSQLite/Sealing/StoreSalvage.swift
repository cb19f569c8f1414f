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
                failure = failure ?? error
            }
        }
        for id in whole.map(\.id) + reader.keyIDs() where Self.isKeyID(id) {
            for keys in keyring.places.providers {
                do {
                    let key = try keys.key(id: id)
                    let record = try StoreKeyRecord.made(
                        id: id, key, group: keyring.group, keys.place, keyring.random,
                        now: keyring.clock.unixSeconds)
                    if opensAnything(record, reader) { return record }
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if let failure { throw failure }
        return nil
    }

    private func opensAnything(_ record: StoreKeyRecord, _ reader: DamagedReader) -> Bool {
        let seal = record.seal(group: keyring.group, places: keyring.places)
        return reader.homes().contains { account, home in
            reader.entities(account: account, home: home).contains { (try? seal.open($0.sealed, of: $0.row)) != nil }
        }
    }

    /// A torn id names no key; one that has the form of an id may, and then its key has to be waited for.
    private static func isKeyID(_ id: String) -> Bool {
        id.utf8.count == 36
            && id.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
