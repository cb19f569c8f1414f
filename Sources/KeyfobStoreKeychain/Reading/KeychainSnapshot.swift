import KeyfobBackport
import KeyfobCache
import KeyfobCore

/// The last image of an access group, so that unchanged items are not decoded again.
final class KeychainSnapshot: Sendable {
    private struct Last: Sendable {
        /// The items in the order in which the keychain returned them.
        var items: [KeychainItem] = []
        var image = KeychainImage()
    }

    private let last = Mutex(Last())

    /// The present image of the group.
    func image(of accessGroup: String, in keychain: some KeychainServices) throws(AuthError) -> KeychainImage {
        let items: [KeychainItem]
        do throws(KeychainStatus) {
            items = try Self.items(of: accessGroup, in: keychain)
        } catch {
            throw .keychain(error, group: accessGroup)
        }
        return last.withLock { last in
            guard items != last.items else { return last.image }
            // The order of a keychain's results is unspecified.
            let sorted = items.sorted { ($0.account ?? "", $0.service ?? "") < ($1.account ?? "", $1.service ?? "") }
            last.items = items
            if sorted != last.image.items { last.image = KeychainImage(sorted, after: last.image) }
            return last.image
        }
    }

    private static func items(
        of accessGroup: String, in keychain: some KeychainServices
    ) throws(KeychainStatus) -> [KeychainItem] {
        do throws(KeychainStatus) {
            return try keychain.copyMatching(KeychainQuery(accessGroup: accessGroup))
        } catch {
            guard error == .interactionNotAllowed else { throw error }
        }
        // The locked item may be another program's; then queries for the credential types alone succeed.
        let single = KeychainItemKey.singleFamilyTokenSwitch
        var items = try keychain.copyMatching(
            KeychainQuery(accessGroup: accessGroup, account: single.account, service: single.service))
        for type in KeychainItemType.allCases {
            items += try keychain.copyMatching(KeychainQuery(accessGroup: accessGroup, type: type.rawValue))
        }
        return items
    }
}
