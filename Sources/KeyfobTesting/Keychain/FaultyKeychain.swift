import KeyfobBackport
package import KeyfobCache

/// A keychain that fails from a given write on.
package final class FaultyKeychain<Base: KeychainServices>: KeychainServices {
    /// The kind of fault.
    package enum Fault: Sendable, Hashable {
        /// That write and every later one have no effect: the process was killed before it.
        case death
        /// Only that write fails.
        case failure(KeychainStatus)
    }

    private let base: Base
    private let fault: Fault
    private let left: Mutex<Int>

    /// Makes a keychain that lets `writes` writes through before the fault.
    package init(_ base: Base, after writes: Int, _ fault: Fault) {
        self.base = base
        self.fault = fault
        left = Mutex(writes)
    }

    /// Whether the fault has happened.
    package var hasStruck: Bool { left.withLock { $0 < 0 } }

    /// Adds an item, unless the fault occurs.
    @discardableResult
    package func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        try strike()
        return try base.add(item)
    }

    /// Changes items, unless the fault occurs. An update that finds nothing is no write.
    package func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        if try !base.copyMatching(query).isEmpty { try strike() }
        try base.update(query, to: change)
    }

    /// Reads items; the fault does not affect it.
    package func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try base.copyMatching(query)
    }

    /// Deletes items, unless the fault occurs.
    package func delete(_ query: KeychainQuery) throws(KeychainStatus) {
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
