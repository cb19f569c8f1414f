import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto

/// What a database records of its key: the id, the place that keeps it, and a probe that only that key opens.
struct StoreKeyRecord: Sendable {
    private static let probeText = Array("keyfob".utf8)

    let id: String
    let place: String
    let probe: [UInt8]

    /// The record of a database; nil if none was made yet.
    static func read(_ database: Database) throws -> StoreKeyRecord? {
        let row = try Row.fetchOne(
            database, sql: "SELECT id, place, probe FROM sealing_key ORDER BY made_at DESC, id LIMIT 1")
        return try row.map { row in
            let probe: [UInt8] = try row.withUnsafeData(atIndex: 2) { $0.map { [UInt8]($0) } ?? [] }
            return StoreKeyRecord(id: row[0], place: row[1], probe: probe)
        }
    }

    /// Makes the key of a new database and records it, in the caller's transaction.
    static func create(
        in database: Database, group: AccessGroup, keys: any SealingKeyProvider, random: any RandomSource,
        now: Int64
    ) throws -> StoreKeyRecord {
        let id = random.uuid()
        let key = try keys.create(id: id)
        let seal = StoreSeal(group: group.name, keyID: id) { () throws(AuthError) in key }
        let probe = try seal.seal(probeText, associatedData: probeData(group, id), random: random)
        try database.execute(
            sql: "INSERT INTO sealing_key (id, place, probe, made_at) VALUES (?, ?, ?, ?)",
            arguments: [id, keys.place, probe.databaseBytes, now])
        return StoreKeyRecord(id: id, place: keys.place, probe: probe)
    }

    /// The seal that this record's key makes.
    ///
    /// Loading fails with `storeLocked` if the keys at hand are of another place, out of reach, or not the key that
    /// the database was made with: never another key, never another place.
    func seal(group: AccessGroup, keys: any SealingKeyProvider) -> StoreSeal {
        StoreSeal(group: group.name, keyID: id) { () throws(AuthError) in
            guard keys.place == place else {
                throw Self.locked(
                    "The credential store's key is kept in \(place), and this program looks in \(keys.place).", place)
            }
            let key = try keys.key(id: id)
            let candidate = StoreSeal(group: group.name, keyID: id) { () throws(AuthError) in key }
            guard let opened = try? candidate.open(probe, associatedData: Self.probeData(group, id)),
                opened == Self.probeText
            else {
                throw Self.locked("The key in \(place) is not the one that the credential store was made with.", place)
            }
            return key
        }
    }

    private static func probeData(_ group: AccessGroup, _ id: String) -> [UInt8] {
        AssociatedData(group: group.name, keyID: id).bytes
    }

    private static func locked(_ message: String, _ place: String) -> AuthError {
        AuthError(
            .storeLocked, origin: .store, message: message,
            remedy: "Make the original key reachable in \(place); nobody needs to sign in again.")
    }
}
