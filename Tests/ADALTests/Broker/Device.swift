import ADAL
import Foundation
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import Synchronization

/// A device: the declarations of its apps, and the URLs that they queried. Its broker never opens.
final class Device: Sendable {
    private let log = Mutex<[String]>([])
    private let defaults = Mutex<[String: [String: String]]>([:])
    private let keychain = SimulatedKeychain()
    let hasBroker: Bool

    init(hasBroker: Bool = false) { self.hasBroker = hasBroker }

    /// The URLs that apps queried.
    var questions: [String] { log.withLock { $0 } }

    /// An app that is configured for brokers.
    func app(
        schemes: [String] = ["x-msauth-contoso", "contoso-help"], queries: [String] = ["msauth", "msauthv3"],
        platform: BundleFacts.Platform = .iOS
    ) -> ADHost {
        ADHost(
            bundle: BundleFacts(
                platform: platform, bundleID: "test.contoso.a", urlTypes: [BundleFacts.URLType(schemes: schemes)],
                queriedSchemes: queries))
    }

    /// A context of an app, with the default type unless one is set; without a bundle it has no broker access.
    func context(_ host: ADHost, _ type: ADCredentialsType? = nil, in world: World) -> ADAuthenticationContext? {
        var environment = world.environment(browser: world.browser(), transport: world.vouched)
        environment.broker = host.bundle.map { facts in
            BrokerAccess(
                identity: .microsoftAuthenticator, facts: facts, opener: self, memory: self,
                secrets: KeychainBrokerSecrets(
                    keychain: keychain.app(AppEntitlements(keychainAccessGroups: ["TEAM1.test.contoso.a"]))),
                pause: EndlessPause())
        }
        let context = ADAuthenticationContext(authority: world.authority(), environment: environment, host: host)
        if let type { context?.credentialsType = type }
        return context
    }

    static let redirect = URL(string: "x-msauth-contoso://test.contoso.a")!
}

extension Device: URLOpener {
    func canOpen(_ url: String) async -> Bool {
        log.withLock { $0.append(url) }
        return hasBroker && url.hasPrefix("msauth")
    }

    func open(_ url: String, universalLinksOnly: Bool) async -> Bool { false }
}

extension Device: BrokerMemory {
    func dictionary(_ key: String) throws(AuthError) -> [String: String]? { defaults.withLock { $0[key] } }

    func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError) {
        defaults.withLock { $0[key] = dictionary }
    }

    func text(_ key: String) throws(AuthError) -> String? { nil }
}
