import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobSQLite

/// Replaces the key of a store, under the store's lock, in the same place or in another.
///
/// The new key is made first, all secrets are sealed again in one transaction, and the former key is removed only after
/// the commit. A process that is killed in between leaves a store that can be opened.
struct StoreRekeying {
    let context: StoreContext
    let progress: ProgressReport
    let hook: @Sendable (RekeyStage) -> Void

    private var keyring: StoreKeyring { context.keyring }

    /// Replaces the key; blocks the thread until it is done.
    ///
    /// - Parameter target: the name of the place of the new key; nil for the place of the present one.
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
        // The former key must be loaded before anything is made.
        try seal.loadedKey()
        let notes = KeyNotes(queue: queue)
        _ = try notes.removeOthers(than: former.id, places: keyring.places) {}
        let provider = try provider(at: target ?? former.place)
        let id = keyring.random.uuid()
        // A place that cannot be reached fails here, before a key is recorded.
        try provider.remove(id: id)
        try notes.note(id, place: provider.place)
        hook(.noted)
        let key: AESGCMKey
        do {
            key = try provider.create(id: id)
        } catch {
            // Nothing is sealed with the key, whether or not it was made.
            _ = try? notes.removeOthers(than: former.id, places: keyring.places) {}
            throw error
        }
        hook(.made)
        // If this fails, the new key is kept and stays recorded: after a disk error the commit may turn out to be
        // durable.
        let count = try changeOver(from: former, seal, to: id, key, queue)
        hook(.settled)
        let leftBehind = try notes.removeOthers(than: id, places: keyring.places) { hook(.removed) }
        return RekeyResult(
            formerPlace: former.place, place: provider.place, resealed: count.resealed, unreadable: count.unreadable,
            leftBehind: leftBehind)
    }

    private func provider(at place: String) throws(AuthError) -> any SealingKeyProvider {
        guard let provider = keyring.places.provider(at: place) else {
            throw .configuration(
                "This program cannot keep a key in \(place).", remedy: "The supported places are \(keyring.places).")
        }
        return provider
    }

    /// Every word of the page is odd during the commit, including the epoch, so that every process connects again, and
    /// reads the record again before it seals or opens anything.
    private func changeOver(
        from former: StoreKeyRecord, _ seal: StoreSeal, to id: String, _ key: AESGCMKey, _ queue: DatabaseQueue
    ) throws -> (resealed: Int, unreadable: Int) {
        let next = StoreSeal(group: keyring.group.name, keyID: id) { () throws(AuthError) in key }
        let probe = try StoreKeyRecord.probe(of: key, id: id, group: keyring.group, random: keyring.random)
        let resealing = StoreResealing(former: seal, next: next, random: keyring.random, progress: progress)
        var count = (resealed: 0, unreadable: 0)
        try context.page.renew()
        var announcement: GenerationPage.Announcement?
        // Also after a failure: every process then reads the record again.
        defer { context.page.end(announcement) }
        try queue.inTransaction(.immediate) { database in
            count = try resealing.perform(database)
            try KeyNotes.putInForce(
                id, probe: probe, after: former, now: keyring.clock.unixSeconds, database)
            hook(.resealed)
            // Announced last: sealing can take seconds, and until now the memory of other processes is valid.
            announcement = context.page.begin(Set(0..<GenerationFile.count))
            hook(.announced)
            return .commit
        }
        hook(.committed)
        return count
    }
}

/// A moment in the change of a store's key, at which tests end a process.
package enum RekeyStage: String, Sendable, CaseIterable {
    /// The new key's id is recorded, and the key is not made.
    case noted
    /// The new key is made, and nothing is sealed with it.
    case made
    /// All secrets are sealed again, and nothing is announced or committed.
    case resealed
    /// The generations are odd, and nothing is committed.
    case announced
    /// The change is committed, and the generations are odd.
    case committed
    /// The generations are even, and the former key still exists.
    case settled
    /// The former key is removed, and still recorded.
    case removed
}
