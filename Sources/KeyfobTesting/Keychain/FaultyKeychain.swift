public import KeyfobCache
import Synchronization

/// A keychain whose writes stop at one that the test chooses.
public final class FaultyKeychain<Base: KeychainServices>: KeychainServices {
    /// What happens at that write.
    public enum Fault: Sendable, Hashable {
        /// It and every later one do nothing: the process was killed before it.
        case death
        /// It alone fails.
        case failure(KeychainStatus)
    }

    private let base: Base
    private let fault: Fault
    private let left: Mutex<Int>

    /// Lets `writes` writes through before the fault.
    public init(_ base: Base, after writes: Int, _ fault: Fault) {
        self.base = base
        self.fault = fault
        left = Mutex(writes)
    }

    /// Whether the fault has happened.
    public var hasStruck: Bool { left.withLock { $0 < 0 } }

    /// Adds an item, unless the fault strikes.
    @discardableResult
    public func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        try strike()
        return try base.add(item)
    }

    /// Changes items, unless the fault strikes. An update that finds nothing is no write.
    public func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        if try !base.copyMatching(query).isEmpty { try strike() }
        try base.update(query, to: change)
    }

    /// Reads; no fault strikes here.
    public func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try base.copyMatching(query)
    }

    /// Deletes items, unless the fault strikes.
    public func delete(_ query: KeychainQuery) throws(KeychainStatus) {
        try strike()
        try base.delete(query)
    }

    private func strike() throws(KeychainStatus) {
        let before = left.withLock { left in
            defer { if left >= 0 { left -= 1 } }
            return left
        }
        guard before <= 0 else { return }
        switch fault {
        case .death: throw .io
        case .failure(let status): if before == 0 { throw status }
        }
    }
}
