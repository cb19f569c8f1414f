public import KeyfobCache

/// The keychain of the system that this runs on, for whoever wires a store without knowing the platform. On Apple's
/// platforms it compiles against stubs, and has never run there.
public enum SystemKeychain {
    /// The keychain with access groups; nil where there is none.
    public static var services: (any KeychainServices)? {
        #if canImport(Security)
        SecurityKeychainServices()
        #else
        nil
        #endif
    }

    /// The prefix of this process's access groups, where its signature tells it, as on macOS; nil where the keychain has
    /// to be asked.
    public static var groupPrefix: String? {
        #if canImport(Security) && (os(macOS) || KEYFOB_APPLE_STUBS)
        KeychainGroupPrefix.ofThisProcess()
        #else
        nil
        #endif
    }
}
