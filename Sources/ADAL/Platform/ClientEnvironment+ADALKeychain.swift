public import KeyfobCache
public import KeyfobClient
public import KeyfobCore
import KeyfobStoreKeychain

extension ClientEnvironment {
    /// Keeps everything in a group of a keychain, as apps on Apple's platforms do: ADAL's items, and beside them those
    /// that the suite's apps on MSAL or Keyfob read.
    ///
    /// - Parameters:
    ///   - keychain: which one.
    ///   - sharedGroup: without the team's prefix, which the keychain tells; nil means the default group.
    /// - Throws: `AuthError` with code `configuration` if the app is not signed, or not for that group; `storeLocked`
    ///   and `storeUnavailable` as the keychain says.
    public mutating func useADALKeychain(
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
        legacyCache = LegacyKeychainCache(keychain, accessGroup: group, platform: .iOS)
        keychainGroup = name
    }

    private static func store(in keychain: some KeychainServices, group: String) -> any CredentialStore {
        KeychainCredentialStore(keychain: keychain, accessGroup: group)
    }
}
