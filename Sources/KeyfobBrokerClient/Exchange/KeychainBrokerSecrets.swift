import Foundation
package import KeyfobCache
package import KeyfobCore

/// The secrets that an app shares with its broker, in a keychain: items of class key, named as Microsoft's libraries
/// tag them, in the suite's access group and on this device only.
package struct KeychainBrokerSecrets: BrokerSecrets {
    /// `CSSM_ALGID_AES`, by which Microsoft's libraries look up the key of responses; the brokers' tokens have no type.
    private static let aes: UInt32 = 0x8000_0001

    private let keychain: any KeychainServices
    private let accessGroup: String?

    /// Makes a store of secrets in a keychain.
    ///
    /// - Parameters:
    ///   - keychain: the app's keychain.
    ///   - accessGroup: the group with its team's prefix; nil means the app's default group.
    package init(keychain: any KeychainServices, accessGroup: String? = nil) {
        self.keychain = keychain
        self.accessGroup = accessGroup
    }

    /// Reads a secret, from the group if one was named, else from any group where an older version stored it.
    package func read(_ name: String) throws(AuthError) -> Secret<[UInt8]>? {
        do throws(KeychainStatus) {
            if let accessGroup, let found = try keychain.copyMatching(query(name, in: accessGroup)).first {
                return found.value
            }
            return try keychain.copyMatching(query(name, in: nil)).first?.value
        } catch {
            throw .keychain(error, group: accessGroup ?? "of the app itself")
        }
    }

    /// Writes a secret unless there is one.
    package func add(_ value: Secret<[UInt8]>, as name: String) throws(AuthError) {
        _ = try isAdded(value, as: name)
    }

    /// Writes a secret.
    package func write(_ value: Secret<[UInt8]>, as name: String) throws(AuthError) {
        guard try !isAdded(value, as: name) else { return }
        do throws(KeychainStatus) {
            try keychain.update(query(name, in: accessGroup), to: KeychainChange(value: value))
        } catch {
            throw .keychain(error, group: accessGroup ?? "of the app itself")
        }
    }

    /// - Returns: false if there is one.
    private func isAdded(_ value: Secret<[UInt8]>, as name: String) throws(AuthError) -> Bool {
        do throws(KeychainStatus) {
            try keychain.add(
                KeychainItem(
                    itemClass: .key, accessGroup: accessGroup, account: name,
                    type: name == BrokerAccess.keyName ? Self.aes : nil,
                    accessibility: .afterFirstUnlockThisDeviceOnly, value: value))
            return true
        } catch {
            guard error == .duplicateItem else { throw .keychain(error, group: accessGroup ?? "of the app itself") }
            return false
        }
    }

    private func query(_ name: String, in group: String?) -> KeychainQuery {
        KeychainQuery(itemClass: .key, accessGroup: group, account: name)
    }
}
