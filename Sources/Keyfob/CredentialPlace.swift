/// Where an app's credentials are stored.
public enum CredentialPlace: Sendable, Hashable, CaseIterable {
    /// The system's keychain, with the items of MSAL and ADAL, so that apps of the same team and group that use those
    /// find them. The default where there is a keychain.
    ///
    /// It compiles for Apple's platforms and is tested with stubs and a simulated keychain; it has never run on one.
    case keychain
    /// A SQLite database under `KEYFOB_HOME`, which processes share without a team or a signature. The default
    /// elsewhere.
    case database
}
