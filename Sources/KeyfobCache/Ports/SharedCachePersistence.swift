package import KeyfobCore

/// The storage of a shared cache as a whole: a file or an item of a keyring.
///
/// It only reads and writes bytes. Their format, their encoding (``SharedCachePayload``) and the locking of writes are
/// up to the store.
package protocol SharedCachePersistence: Sendable {
    /// The place, to be shown to the user.
    var location: String { get }
    /// The absolute path of the lock file that the writers of all libraries use.
    var lockPath: String { get }

    /// A value that changes when the bytes do; nil if there are none yet. Reading it is cheap.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` or `storeLocked`.
    func stamp() throws(AuthError) -> SharedCacheStamp?

    /// All bytes; nil if there are none yet.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` or `storeLocked`.
    func read() throws(AuthError) -> [UInt8]?

    /// Replaces all bytes, durably. The caller holds the lock.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` or `storeLocked`; the old bytes are kept then.
    func write(_ bytes: [UInt8]) throws(AuthError)

    /// Reserves room for a write to come, as ``CredentialStore/reserveRoom()`` does.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if a write would fail now.
    func reserveRoom() throws(AuthError) -> ReservedRoom
}

extension SharedCachePersistence {
    /// Reserves nothing: for a place that has no disk of its own.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { ReservedRoom() }
}

/// A version of the bytes in a ``SharedCachePersistence``.
package struct SharedCacheStamp: Sendable, Hashable {
    /// The values that are compared: versions with different words are different.
    package let words: [Int64]
    /// Whether equal words guarantee equal bytes. Until the clock of the timestamps has advanced, another change could
    /// give the same words.
    package let isSettled: Bool

    /// Makes a stamp.
    package init(words: [Int64], isSettled: Bool) {
        self.words = words
        self.isSettled = isSettled
    }
}
