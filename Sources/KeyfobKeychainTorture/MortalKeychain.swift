import KeyfobBackport
import KeyfobCache

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A keychain that kills its process before a write, like `kill -9`.
final class MortalKeychain<Base: KeychainServices>: KeychainServices {
    private let base: Base
    private let left: Mutex<Int?>

    /// Lets that many writes through; nil lets all.
    init(_ base: Base, writes: Int?) {
        self.base = base
        left = Mutex(writes)
    }

    func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        pass()
        return try base.add(item)
    }

    func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        // An update without matches writes nothing.
        if try !base.copyMatching(query).isEmpty { pass() }
        try base.update(query, to: change)
    }

    func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try base.copyMatching(query)
    }

    func delete(_ query: KeychainQuery) throws(KeychainStatus) {
        pass()
        try base.delete(query)
    }

    private func pass() {
        let isLast = left.withLock { left in
            guard let count = left else { return false }
            left = count - 1
            return count == 0
        }
        if isLast { raise(SIGKILL) }
    }
}
