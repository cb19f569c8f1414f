package import KeyfobCache
package import KeyfobClient
package import KeyfobCore
import KeyfobStoreKeychain

extension ClientEnvironment {
    /// Stores everything in a group of a keychain, as apps on Apple's platforms do: ADAL's items, and those that the
    /// suite's apps with MSAL or Keyfob read.
    ///
    /// - Parameters:
    ///   - keychain: the keychain.
    ///   - sharedGroup: without the team's prefix, which is read from the keychain; nil means the default group.
    /// - Throws: `AuthError` with code `configuration` if the app is not signed, or not for that group; `storeLocked`
    ///   and `storeUnavailable` if the keychain is.
    package mutating func useADALKeychain(
        _ keychain: any KeychainServices, sharedGroup: String? = nil
    ) throws(AuthError) {
        let name = sharedGroup ?? ADKeychainGroup.shared.name
        let prefix: String
        do throws(KeychainStatus) {
            prefix = try KeychainGroupPrefix.discover(in: keychain)
        } catch {
            throw .keychain(error, group: name)
        }
        let group = KeychainGroupPrefix.apply(prefix, to: name)
        store = Self.store(in: keychain, group: group)
        adalCache = ADALKeychainCache(keychain, accessGroup: group, platform: .iOS)
        keychainGroup = name
    }

    private static func store(in keychain: some KeychainServices, group: String) -> any CredentialStore {
        KeychainCredentialStore(keychain: keychain, accessGroup: group)
    }
}
