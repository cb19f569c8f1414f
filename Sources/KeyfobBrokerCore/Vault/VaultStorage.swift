public import KeyfobCore
import Synchronization

/// The port for the place where the vault's bytes are kept: a file, a test's memory.
public protocol VaultStorage: Sendable {
    /// What was written last; nil if nothing ever was.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be read, or is not the broker's alone.
    func read() throws(AuthError) -> [UInt8]?

    /// Replaces what is kept; it is durable when the call returns, and a reader sees the old bytes or the new.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func write(_ bytes: [UInt8]) throws(AuthError)
}

/// A vault's bytes in memory, for tests.
public final class InMemoryVaultStorage: VaultStorage {
    private let bytes: Mutex<[UInt8]?>

    /// Makes a storage.
    ///
    /// - Parameter bytes: what is kept already; nil for nothing.
    public init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

    /// What is kept.
    public var contents: [UInt8]? { bytes.withLock { $0 } }

    /// What was written last.
    public func read() throws(AuthError) -> [UInt8]? { contents }

    /// Replaces what is kept.
    public func write(_ bytes: [UInt8]) throws(AuthError) { self.bytes.withLock { $0 = bytes } }
}
