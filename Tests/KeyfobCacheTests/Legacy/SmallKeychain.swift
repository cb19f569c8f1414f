import KeyfobCache
import Synchronization

/// A keychain of one app with one access group, as far as ADAL's items need it.
final class SmallKeychain: KeychainServices {
    private let items = Mutex<[KeychainItem]>([])
    private let refusal = Mutex<KeychainStatus?>(nil)

    /// Makes every call fail.
    func refuse(_ status: KeychainStatus?) { refusal.withLock { $0 = status } }

    var all: [KeychainItem] { items.withLock { $0 } }

    func add(_ item: KeychainItem) throws(KeychainStatus) -> KeychainItem {
        try check()
        return try items.withLock { items throws(KeychainStatus) in
            guard !items.contains(where: { $0.account == item.account && $0.service == item.service }) else {
                throw KeychainStatus.duplicateItem
            }
            items.append(item)
            return item
        }
    }

    func update(_ query: KeychainQuery, to change: KeychainChange) throws(KeychainStatus) {
        try check()
        try items.withLock { items throws(KeychainStatus) in
            guard items.contains(where: query.matches) else { throw KeychainStatus.itemNotFound }
            for index in items.indices where query.matches(items[index]) {
                items[index].generic = change.generic ?? items[index].generic
                items[index].value = change.value ?? items[index].value
            }
        }
    }

    func copyMatching(_ query: KeychainQuery) throws(KeychainStatus) -> [KeychainItem] {
        try check()
        return items.withLock { $0.filter(query.matches) }
    }

    func delete(_ query: KeychainQuery) throws(KeychainStatus) {
        try check()
        try items.withLock { items throws(KeychainStatus) in
            guard items.contains(where: query.matches) else { throw KeychainStatus.itemNotFound }
            items.removeAll(where: query.matches)
        }
    }

    private func check() throws(KeychainStatus) {
        if let status = refusal.withLock({ $0 }) { throw status }
    }
}
