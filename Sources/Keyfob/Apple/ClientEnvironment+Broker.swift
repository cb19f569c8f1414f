#if os(iOS) || os(macOS)
import KeyfobBrokerProtocol
public import KeyfobCache
public import KeyfobClient

/// A process has one request to a broker at a time, whichever of its applications asks.
private enum ProcessExchange {
    static let shared = BrokerExchange()
}

extension ClientEnvironment {
    /// Lets the app speak with the device's broker, if it declares what that takes: with its single sign-on extension,
    /// and on iOS with Microsoft Authenticator over URLs, which no app extension does.
    ///
    /// - Parameters:
    ///   - facts: what the app declares.
    ///   - keychain: keeps the key of replies.
    ///   - accessGroup: of the suite, with the team's prefix; nil means the app's default group.
    public mutating func useBroker(
        _ facts: BundleFacts, keychain: any KeychainServices, accessGroup: String? = nil
    ) {
        guard !facts.isAppExtension else { return }
        #if os(iOS)
        let opener = ApplicationURLOpener()
        #else
        let opener = NoOtherApps()
        #endif
        var access = BrokerAccess(
            identity: .microsoftAuthenticator, facts: facts, opener: opener, memory: DefaultsBrokerMemory(),
            secrets: KeychainBrokerSecrets(keychain: keychain, accessGroup: accessGroup))
        #if canImport(AuthenticationServices)
        access.singleSignOn = SystemSingleSignOn(anchor: FrontWindow.current)
        #endif
        #if os(iOS)
        access.lifeCycle = ApplicationLifeCycle()
        access.pasteboard = SystemPasteboard()
        #endif
        access.exchange = ProcessExchange.shared
        broker = access
    }
}
#endif
