import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobStoreKeychain

extension ClientEnvironment {
    /// Opens the credential store in a keychain, in the group of a configuration.
    ///
    /// An app that names no group gets MSAL's group of the platform, so that both see the same items. Transactions of
    /// processes with the same home are serialized by a file in it.
    ///
    /// - Parameters:
    ///   - locks: an existing directory.
    ///   - prefix: the prefix of the access groups; nil means that the keychain is asked.
    /// - Throws: `AuthError` with code `configuration` if the app is not signed or not entitled to the group,
    ///   `storeLocked` if the keychain is locked.
    static func store(
        in keychain: some KeychainServices, of configuration: ClientConfiguration, locks: String,
        platform: KeychainPlatform, prefix: String?, clock: any WallClock
    ) throws(AuthError) -> any CredentialStore {
        let group = configuration.accessGroup == .standard ? platform.standardGroup : configuration.accessGroup.name
        return try KeychainCredentialStore(
            keychain: keychain, group: group, platform: platform, prefix: prefix,
            options: KeychainStoreOptions(lockPath: "\(locks)/keychain-\(group)", clock: clock))
    }
}
