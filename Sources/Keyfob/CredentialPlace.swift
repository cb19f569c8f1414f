/// Where an app's credentials are kept.
public enum CredentialPlace: Sendable, Hashable, CaseIterable {
    /// The system's keychain, item for item as MSAL and ADAL lay theirs out, so that apps of the same team and group that
    /// use those find them. The default where there is a keychain.
    ///
    /// It compiles for Apple's platforms and is tried over stubs and a simulated keychain; it has never run on one.
    case keychain
    /// A SQLite database under `KEYFOB_HOME`, which processes share without a team and a signature. The default elsewhere.
    case database
}
