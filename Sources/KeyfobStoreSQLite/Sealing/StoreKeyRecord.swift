import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto

/// The record of a database's key: its id, its place, and a probe that only that key opens.
struct StoreKeyRecord: Sendable {
    private static let probeText = Array("keyfob".utf8)

    let id: String
    let place: String
    let probe: [UInt8]
    let madeAt: Int64

    /// The record in a database; nil if it has none.
    static func read(_ database: Database) throws -> StoreKeyRecord? {
        let row = try Row.fetchOne(
            database, sql: "SELECT id, place, probe, made_at FROM sealing_key ORDER BY made_at DESC, id LIMIT 1")
        return try row.map { row in
            let probe: [UInt8] = try row.withUnsafeData(atIndex: 2) { $0.map { [UInt8]($0) } ?? [] }
            // A torn id must not be mistaken for the id of a missing key.
            guard let id = String.fromDatabaseValue(row[0]), isKeyID(id),
                let place = String.fromDatabaseValue(row[1])
            else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            return StoreKeyRecord(
                id: id, place: place, probe: probe, madeAt: Int64.fromDatabaseValue(row[3]) ?? 0)
        }
    }

    /// Makes the key of a new database and records it, in the caller's transaction.
    static func create(
        in database: Database, group: AccessGroup, places: SealingKeyPlaces, random: any RandomSource,
        now: Int64
    ) throws -> StoreKeyRecord {
        let id = random.uuid()
        let (key, place) = try places.create(id: id)
        let record = try made(id: id, key, group: group, place, random, now: now)
        try record.insert(into: database)
        return record
    }

    /// Makes a record for an existing key.
    static func made(
        id: String, _ key: AESGCMKey, group: AccessGroup, _ place: String, _ random: any RandomSource, now: Int64
    ) throws(AuthError) -> StoreKeyRecord {
        let probe = try probe(of: key, id: id, group: group, random: random)
        return StoreKeyRecord(id: id, place: place, probe: probe, madeAt: now)
    }

    /// Writes the record, in the caller's transaction.
    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO sealing_key (id, place, probe, made_at) VALUES (?, ?, ?, ?)",
            arguments: [id, place, probe.databaseBytes, madeAt])
    }

    /// A sealed text that only that key opens.
    static func probe(
        of key: AESGCMKey, id: String, group: AccessGroup, random: any RandomSource
    ) throws(AuthError) -> [UInt8] {
        let seal = StoreSeal(group: group.name, keyID: id) { () throws(AuthError) in key }
        return try seal.seal(probeText, associatedData: probeData(group, id), random: random)
    }

    /// The seal of this record's key.
    ///
    /// Loading fails with `storeLocked` if the key is in an unsupported place, cannot be reached, or is not the key
    /// that the database was made with. No other key and no other place is tried.
    ///
    /// - Parameters:
    ///   - witness: whether a seal opens any entity of the database, which proves its key even if the probe is damaged.
    ///   - successor: the current seal of the database, used when this one does not open contents.
    func seal(
        group: AccessGroup, places: SealingKeyPlaces, witness: (@Sendable (StoreSeal) -> Bool)? = nil,
        successor: (@Sendable () -> StoreSuccession?)? = nil
    ) -> StoreSeal {
        StoreSeal(group: group.name, keyID: id, successor: successor) { () throws(AuthError) in
            guard let keys = places.provider(at: place) else {
                var locked = Self.locked(
                    "The credential store's key is kept in \(place), and this program looks in \(places).", place)
                // Other places are not tried without the user's request.
                locked.remedy?.append(" If there is no such place, run: keyfob doctor --salvage")
                throw locked
            }
            let key = try keys.key(id: id)
            guard fits(key, group) || witness?(Self.seal(group, id, key)) == true else {
                throw Self.locked("The key in \(place) is not the one that the credential store was made with.", place)
            }
            return key
        }
    }

    /// Whether the id has the form of those that the store makes.
    var hasSoundID: Bool { Self.isKeyID(id) }

    /// A torn id names no key; an id of the right form may, so the key may be only out of reach.
    static func isKeyID(_ id: String) -> Bool {
        id.utf8.count == 36
            && id.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private func fits(_ key: AESGCMKey, _ group: AccessGroup) -> Bool {
        let opened = try? Self.seal(group, id, key).open(probe, associatedData: Self.probeData(group, id))
        return opened == Self.probeText
    }

    private static func seal(_ group: AccessGroup, _ id: String, _ key: AESGCMKey) -> StoreSeal {
        StoreSeal(group: group.name, keyID: id) { () throws(AuthError) in key }
    }

    private static func probeData(_ group: AccessGroup, _ id: String) -> [UInt8] {
        AssociatedData(group: group.name, keyID: id).bytes
    }

    private static func locked(_ message: String, _ place: String) -> AuthError {
        AuthError(
            .storeLocked, origin: .store, message: message,
            remedy: "Make the original key reachable in \(place); you need not sign in again.")
    }
}

extension [UInt8] {
    /// The bytes as a BLOB.
    var databaseBytes: Data { Data(self) }
}
