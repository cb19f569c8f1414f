#if os(iOS) && canImport(UIKit)
import KeyfobBrokerProtocol
public import KeyfobCache
public import KeyfobClient

/// A process has one request to a broker at a time, whichever of its applications asks.
private enum ProcessExchange {
    static let shared = BrokerExchange()
}

extension ClientEnvironment {
    /// Lets the app speak with Microsoft Authenticator over URLs, if it declares what that takes.
    ///
    /// The single sign-on extension is not asked: whoever has one sets ``BrokerAccess/singleSignOn``. No app extension
    /// speaks with a broker.
    ///
    /// - Parameters:
    ///   - facts: what the app declares.
    ///   - keychain: keeps the key of replies.
    ///   - accessGroup: of the suite, with the team's prefix; nil means the app's default group.
    public mutating func useBroker(
        _ facts: BundleFacts, keychain: any KeychainServices, accessGroup: String? = nil
    ) {
        guard !facts.isAppExtension else { return }
        var access = BrokerAccess(
            identity: .microsoftAuthenticator, facts: facts, opener: ApplicationURLOpener(),
            memory: DefaultsBrokerMemory(),
            secrets: KeychainBrokerSecrets(keychain: keychain, accessGroup: accessGroup))
        access.lifeCycle = ApplicationLifeCycle()
        access.exchange = ProcessExchange.shared
        broker = access
    }
}
#endif
