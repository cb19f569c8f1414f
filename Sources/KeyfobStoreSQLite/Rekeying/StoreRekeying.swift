import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobSQLite

/// Gives a store another key, under the store's lock: in the same place, or in another.
///
/// The new key is made before anything is sealed with it, everything is sealed anew in one transaction, and the former
/// key is removed only after that has been committed. Whoever is killed in between leaves a store that opens.
struct StoreRekeying {
    let context: StoreContext
    let hook: @Sendable (RekeyStage) -> Void

    private var keyring: StoreKeyring { context.keyring }

    /// Does it, and blocks its thread until it is done.
    ///
    /// - Parameter target: the name of the place for the new key; nil for that of the present one.
    func perform(target: String?) throws(AuthError) -> RekeyResult {
        let lock = try TurnstileLock(turnstilePath: context.turnstilePath, lockPath: context.file.lockPath)
        try lock.acquire()
        defer { lock.release() }
        let queue = try context.file.connection()
        do {
            return try perform(target: target, queue)
        } catch {
            throw .database(error, path: context.file.path)
        }
    }

    private func perform(target: String?, _ queue: DatabaseQueue) throws -> RekeyResult {
        let former = try keyring.record(queue, path: context.file.path)
        let seal = former.seal(group: keyring.group, places: keyring.places)
        // The key that is to be replaced has to be at hand, before anything is made.
        try seal.loadedKey()
        let notes = KeyNotes(queue: queue)
        _ = try notes.removeOthers(than: former.id, places: keyring.places) {}
        let provider = try provider(at: target ?? former.place)
        let id = keyring.random.uuid()
        // A place that is out of reach refuses even to remove what is not there; then no key has to be noted either.
        try provider.remove(id: id)
        try notes.note(id, place: provider.place)
        hook(.noted)
        let key: AESGCMKey
        do {
            key = try provider.create(id: id)
        } catch {
            // Whether or not it was made, nothing is sealed with it.
            _ = try? notes.removeOthers(than: former.id, places: keyring.places) {}
            throw error
        }
        hook(.made)
        // If this fails the new key stays, and stays noted: a disk that fails in a commit may show it later after all.
        let count = try changeOver(from: former, seal, to: id, key, queue)
        hook(.told)
        let leftBehind = try notes.removeOthers(than: id, places: keyring.places) { hook(.removed) }
        return RekeyResult(
            formerPlace: former.place, place: provider.place, resealed: count.resealed, unreadable: count.unreadable,
            leftBehind: leftBehind)
    }

    private func provider(at place: String) throws(AuthError) -> any SealingKeyProvider {
        guard let provider = keyring.places.provider(at: place) else {
            throw .configuration(
                "This program cannot keep a key in \(place).", remedy: "It knows \(keyring.places).")
        }
        return provider
    }

    /// Every word of the page is odd during the commit, the epoch's too: so every process connects anew, and reads the
    /// record again before it seals or opens anything.
    private func changeOver(
        from former: StoreKeyRecord, _ seal: StoreSeal, to id: String, _ key: AESGCMKey, _ queue: DatabaseQueue
    ) throws -> (resealed: Int, unreadable: Int) {
        let next = StoreSeal(group: keyring.group.name, keyID: id) { () throws(AuthError) in key }
        let probe = try StoreKeyRecord.probe(of: key, id: id, group: keyring.group, random: keyring.random)
        let resealing = StoreResealing(former: seal, next: next, random: keyring.random)
        var count = (resealed: 0, unreadable: 0)
        try context.page.renew()
        var announcement: GenerationPage.Announcement?
        // Even again whether or not it succeeds: then everyone reads the record once more, and finds what holds.
        defer { context.page.end(announcement) }
        try queue.inTransaction(.immediate) { database in
            count = try resealing.perform(database)
            try KeyNotes.putInForce(
                id, probe: probe, after: former, now: keyring.clock.unixSeconds, database)
            hook(.resealed)
            // Not before: sealing anew can take seconds, and until now everyone's memory holds.
            announcement = context.page.begin(Set(0..<GenerationFile.count))
            hook(.announced)
            return .commit
        }
        hook(.committed)
        return count
    }
}
