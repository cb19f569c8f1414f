import KeyfobCache
import KeyfobCore
import Synchronization

/// The last image of an access group, so that what has not changed is not decoded again.
final class KeychainSnapshot: Sendable {
    private let last = Mutex(KeychainImage())

    /// What the group holds now.
    func image(of accessGroup: String, in keychain: some KeychainServices) throws(AuthError) -> KeychainImage {
        let items: [KeychainItem]
        do throws(KeychainStatus) {
            items = try keychain.copyMatching(KeychainQuery(accessGroup: accessGroup))
        } catch {
            throw .keychain(error, group: accessGroup)
        }
        // A keychain gives no order.
        let sorted = items.sorted { ($0.account ?? "", $0.service ?? "") < ($1.account ?? "", $1.service ?? "") }
        return last.withLock { last in
            if sorted != last.items { last = KeychainImage(sorted, after: last) }
            return last
        }
    }
}
