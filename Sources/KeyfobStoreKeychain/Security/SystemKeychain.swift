package import KeyfobCache

/// The keychain of the present platform, for code that is platform-independent. On Apple's platforms it compiles
/// against stubs, and has never run there.
package enum SystemKeychain {
    /// The keychain with access groups; nil where there is none, and on macOS for a process whose signature grants it
    /// none: one that is unsigned or ad-hoc signed, as a command-line tool during development.
    package static var services: (any KeychainServices)? {
        #if canImport(Security) && os(macOS)
        KeychainGroupPrefix.isGrantedToThisProcess ? SecurityKeychainServices() : nil
        #elseif canImport(Security)
        SecurityKeychainServices()
        #else
        nil
        #endif
    }

    /// The prefix of this process's access groups, if the code signature contains it, as on macOS; nil if it has to be
    /// read from the keychain.
    package static var groupPrefix: String? {
        #if canImport(Security) && (os(macOS) || KEYFOB_APPLE_STUBS)
        KeychainGroupPrefix.ofThisProcess()
        #else
        nil
        #endif
    }
}
