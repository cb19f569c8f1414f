public import KeyfobCore

/// The place in which a shared cache is kept as a whole: a file, an item of a keyring.
///
/// It only carries bytes. What they mean, how they are wrapped (``SharedCachePayload``) and who may write when is the
/// store's affair.
public protocol SharedCachePersistence: Sendable {
    /// The place, to be told to people.
    var location: String { get }
    /// The absolute path of the lock file by which writers of all libraries keep out of each other's way.
    var lockPath: String { get }

    /// A value that changes when the bytes do; nil if nothing is kept there yet. It costs next to nothing.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` or `storeLocked`.
    func stamp() throws(AuthError) -> SharedCacheStamp?

    /// All bytes; nil if nothing is kept there yet.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` or `storeLocked`.
    func read() throws(AuthError) -> [UInt8]?

    /// Replaces all bytes, durably. The caller holds the lock.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` or `storeLocked`; the old bytes are intact then.
    func write(_ bytes: [UInt8]) throws(AuthError)
}

/// A version of the bytes in a ``SharedCachePersistence``.
public struct SharedCacheStamp: Sendable, Hashable {
    /// What is compared: two versions that differ here are different.
    public let words: [Int64]
    /// Whether equal words surely mean equal bytes. Until the clock that a place stamps its changes with has ticked on,
    /// another change could leave the same words.
    public let isSettled: Bool

    /// Makes a stamp.
    public init(words: [Int64], isSettled: Bool) {
        self.words = words
        self.isSettled = isSettled
    }
}
