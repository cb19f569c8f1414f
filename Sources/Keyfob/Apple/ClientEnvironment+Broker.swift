#if os(iOS) || os(macOS)
import KeyfobBrokerClient
import KeyfobBrokerProtocol
package import KeyfobCache
package import KeyfobClient
package import KeyfobSetup

/// A process has one request to a broker at a time, for all its applications.
private enum ProcessExchange {
    static let shared = BrokerExchange()
}

extension ClientEnvironment {
    /// Lets the app use the device's broker, if its declarations allow that: the single sign-on extension and, on iOS,
    /// Microsoft Authenticator over URLs. App extensions use no broker.
    ///
    /// - Parameters:
    ///   - facts: the app's declarations.
    ///   - keychain: stores the key of the broker's responses.
    ///   - accessGroup: the suite's group, with the team's prefix; nil means the app's default group.
    package mutating func useBroker(
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
