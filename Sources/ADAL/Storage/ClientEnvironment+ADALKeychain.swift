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
        let group: String
        do throws(KeychainStatus) {
            group = try KeychainGroupPrefix.fullName(of: name, in: keychain)
        } catch {
            throw .keychain(error, group: name)
        }
        store = Self.store(in: keychain, group: group)
        adalCache = ADALKeychainCache(keychain, accessGroup: group, platform: .iOS)
        keychainGroup = name
    }

    private static func store(in keychain: some KeychainServices, group: String) -> any CredentialStore {
        KeychainCredentialStore(keychain: keychain, accessGroup: group)
    }
}
