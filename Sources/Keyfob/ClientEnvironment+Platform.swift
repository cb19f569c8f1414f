import Foundation
package import KeyfobCache
public import KeyfobClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth
import KeyfobStoreKeychain
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobURLSession
import KeyfobUserAgents

extension ClientEnvironment {
    /// Makes the platform's own environment, for an app that replaces a part of it.
    ///
    /// - Parameters:
    ///   - configuration: its access group is opened, and its transport time-out used.
    ///   - processEnvironment: the variables, of which `KEYFOB_HOME`, `HOME`, `BROWSER`, `KEYFOB_KEY_PLACE` and those
    ///     of the session bus are read.
    ///   - transport: sends the requests; `URLSession` if it is nil, with the configuration's retries.
    ///   - userAgent: shows the sign-in pages. If it is nil, the system's browser for a loopback redirect; on Apple's
    ///     platforms the system's sign-in sheet for others, and for all on iOS and visionOS.
    ///   - keyPlace: where the key of a new store is stored; if nil, the value of `KEYFOB_KEY_PLACE`, else the keyring
    ///     if one runs and is unlocked, and else a file. An existing store has a record of where its key is.
    ///   - credentialPlace: where credentials are stored; if nil, the system's keychain if there is one, and else a
    ///     database. The two have separate contents.
    ///   - clock: returns the current time.
    ///   - log: receives the SDK's log.
    /// - Throws: `AuthError` with code `configuration`, `storeUnavailable` or `storeLocked`.
    public init(
        platformOf configuration: ClientConfiguration, processEnvironment: [String: String],
        transport: (any HTTPTransport)? = nil, userAgent: (any UserAgent)? = nil, keyPlace: SealingKeyPlace? = nil,
        credentialPlace: CredentialPlace? = nil, clock: any WallClock = SystemClock(), log: ClientLog? = nil
    ) throws(AuthError) {
        try self.init(
            platformOf: configuration, processEnvironment: processEnvironment, transport: transport,
            userAgent: userAgent, keyPlace: keyPlace, credentialPlace: credentialPlace,
            keychain: SystemKeychain.services, platform: .current, groupPrefix: SystemKeychain.groupPrefix,
            clock: clock, log: log)
        appVersion = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        #if os(iOS) || os(macOS)
        if let facts = BundleFacts.main, let keychain = SystemKeychain.services { useBroker(facts, keychain: keychain) }
        #endif
    }

    /// Makes the environment with the given keychain.
    ///
    /// - Parameters:
    ///   - keychain: nil means that the platform has none.
    ///   - platform: the platform whose groups are the standard ones.
    ///   - groupPrefix: nil means that the keychain is asked.
    package init(
        platformOf configuration: ClientConfiguration, processEnvironment: [String: String],
        transport: (any HTTPTransport)?, userAgent: (any UserAgent)?, keyPlace: SealingKeyPlace?,
        credentialPlace: CredentialPlace?, keychain: (any KeychainServices)?, platform: KeychainPlatform,
        groupPrefix: String?, clock: any WallClock, log: ClientLog?
    ) throws(AuthError) {
        let home = try KeyfobHome.resolve(environment: processEnvironment)
        let random = SystemRandomSource()
        let locks = home + "/locks"
        let refreshLock = try FileRefreshLock(directory: locks)
        let store: any CredentialStore
        switch (credentialPlace, keychain) {
        case (.keychain, nil):
            throw .configuration(
                "There is no keychain with access groups: this platform has none, or this process is not signed for it.",
                remedy:
                    "Sign it with the entitlement keychain-access-groups, or pass .database as the credential place, "
                    + "or none.")
        case (nil, let keychain?), (.keychain, let keychain?):
            store = try Self.store(
                in: keychain, of: configuration, locks: locks, platform: platform, prefix: groupPrefix, clock: clock)
        case (nil, nil), (.database, _):
            store = try Self.database(
                of: configuration, home: home, processEnvironment: processEnvironment, keyPlace: keyPlace,
                clock: clock, random: random)
        }
        self.init(
            transport: transport
                ?? RetryingTransport(
                    URLSessionTransport(timeoutSeconds: configuration.transportTimeout), pause: SystemPause(),
                    retryCount: configuration.retryCount, interval: configuration.retryInterval),
            clock: clock, random: random, store: store, refreshLock: refreshLock,
            userAgent: userAgent ?? Self.platformUserAgent(processEnvironment),
            pause: SystemPause(), log: log)
        serverWaits = FileServerWaits(directory: home + "/waits")
    }

    private static func platformUserAgent(_ processEnvironment: [String: String]) -> any UserAgent {
        #if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
        PlatformUserAgent(processEnvironment: processEnvironment)
        #else
        LoopbackUserAgent(browser: SystemBrowser(environment: processEnvironment))
        #endif
    }

    private static func database(
        of configuration: ClientConfiguration, home: String, processEnvironment: [String: String],
        keyPlace: SealingKeyPlace?, clock: any WallClock, random: SystemRandomSource
    ) throws(AuthError) -> any CredentialStore {
        let places = SealingKeyPlaces(
            choice: try .chosen(keyPlace, environment: processEnvironment),
            file: FileSealingKey(directory: home + "/keys", random: random),
            keyring: SecretServiceSealingKey(environment: processEnvironment, random: random),
            runningKeyring: SecretServiceSealingKey(
                environment: processEnvironment, startsKeyring: false, random: random))
        return try SQLiteCredentialStore(
            group: configuration.accessGroup, home: home, clock: clock, random: random, places: places)
    }
}

/// Where an app's credentials are stored.
public enum CredentialPlace: Sendable, Hashable, CaseIterable {
    /// The system's keychain, with the items of MSAL and ADAL, so that apps of the same team and group that use those
    /// find them. The default where there is a keychain, except for processes on macOS that are unsigned or ad-hoc
    /// signed: the system gives those no access group.
    ///
    /// It compiles for Apple's platforms and is tested with stubs and a simulated keychain; it has never run on one.
    case keychain
    /// A SQLite database under `KEYFOB_HOME`, which processes share without a team or a signature. The default
    /// elsewhere.
    case database
}

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

extension ClientEnvironment {
    /// Uses ADAL's cache in addition to the store, from the file in which an app's `ADTokenCacheDelegate` stored the
    /// data of `serialize`.
    ///
    /// Its accounts are listed, and each moves into the store at its first silent call.
    ///
    /// - Parameters:
    ///   - path: absolute; the file need not exist. It must belong to the user and not be accessible to others.
    ///   - seeding: whether a refresh token that the server issues is also stored there, for the suite's apps that
    ///     still use ADAL.
    /// - Throws: `AuthError` with code `configuration` if the path is not absolute, `storeUnavailable` if its directory
    ///   cannot be created.
    public mutating func useADALArchive(path: String, seeding: Bool = false) throws(AuthError) {
        adalCache = try ADALArchiveFile(path: path)
        seedsADALCache = seeding
    }
}
