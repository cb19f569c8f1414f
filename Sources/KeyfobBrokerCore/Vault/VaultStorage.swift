import KeyfobBackport
package import KeyfobCore

/// The port for storing the vault's bytes: in a file, or in memory for tests.
package protocol VaultStorage: Sendable {
    /// Returns the bytes that were last written; nil if there are none.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if they cannot be read, or other users have access to them.
    func read() throws(AuthError) -> [UInt8]?

    /// Replaces the stored bytes; they are durable when the call returns, and a reader sees either the old or the new
    /// ones.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func write(_ bytes: [UInt8]) throws(AuthError)

    /// Reserves room for a write to come. Release it before the write.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a write would fail now.
    func reserveRoom() throws(AuthError) -> ReservedRoom
}

extension VaultStorage {
    /// Reserves nothing: for a place that has no disk of its own.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { ReservedRoom() }
}

/// A vault's bytes in memory, for tests.
package final class InMemoryVaultStorage: VaultStorage {
    private let bytes: Mutex<[UInt8]?>

    /// Makes a storage.
    ///
    /// - Parameter bytes: the initial contents; nil for none.
    package init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

    /// The stored bytes.
    package var contents: [UInt8]? { bytes.withLock { $0 } }

    /// Returns the bytes that were last written.
    package func read() throws(AuthError) -> [UInt8]? { contents }

    /// Replaces the stored bytes.
    package func write(_ bytes: [UInt8]) throws(AuthError) { self.bytes.withLock { $0 = bytes } }
}
