import Foundation
import KeyfobBackport
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import MSAL
import Testing

@Suite("Process-wide settings and existing applications", .ownProcess)
struct ProcessSwitchTests {
    /// A provider that fails with personal data in the message.
    private final class Failing: NSObject, MSALExternalAccountProviding {
        struct Failure: Error, CustomStringConvertible { let description = "zoe@contoso.test is unknown" }
        func update(_ account: any MSALAccountProtocol, idTokenClaims: [AnyHashable: Any]) throws { throw Failure() }
        func remove(
            _ account: any MSALAccountProtocol, wipeAccount: Bool, tenantProfiles: [MSALTenantProfile]?
        ) throws { throw Failure() }
        func accounts(with parameters: MSALAccountEnumerationParameters) throws -> [any MSALAccountProtocol] {
            throw Failure()
        }
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[(text: String, isPersonal: Bool)]>([])
        func add(_ text: String, _ isPersonal: Bool) { lines.withLock { $0.append((text, isPersonal)) } }

        /// Returns the lines since the last call.
        func take() -> [(text: String, isPersonal: Bool)] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    private func app(_ world: World, log: ClientLog? = nil) throws -> MSALPublicClientApplication {
        let config = try world.config()
        config.cacheConfig.addExternalAccountProvider(Failing())
        var environment = world.environment()
        environment.log = log
        return try MSALPublicClientApplication(configuration: config, environment: environment)
    }

    @Test("A change of the log's masking takes effect at once for every application")
    func masking() async throws {
        let heard = Lines()
        let logger = MSALGlobalConfig.loggerConfig
        logger.logLevel = .verbose
        logger.setLogCallback { _, message, isPersonal in heard.add(message ?? "", isPersonal) }
        let world = try await World()
        logger.logMaskingLevel = .settingsMaskSecretsOnly
        let first = try app(world)
        _ = try first.allAccounts()
        #expect(heard.take().contains { $0.isPersonal && $0.text.contains("zoe@") })
        let second = try app(world)
        logger.logMaskingLevel = .settingsMaskAllPII
        for application in [first, second] {
            _ = try application.allAccounts()
            let lines = heard.take()
            #expect(lines.contains { $0.text.contains("<masked>") })
            #expect(!lines.contains { $0.isPersonal || $0.text.contains("zoe@") })
        }
    }

    @Test("An environment's own log is masked by its own options, and MSAL's log by MSAL's")
    func ownLog() async throws {
        let heard = Lines()
        let own = Lines()
        let logger = MSALGlobalConfig.loggerConfig
        logger.logLevel = .verbose
        logger.logMaskingLevel = .settingsMaskSecretsOnly
        logger.setLogCallback { _, message, isPersonal in heard.add(message ?? "", isPersonal) }
        let app = try app(await World(), log: { own.add($0.text, $0.containsPII) })
        _ = try app.allAccounts()
        #expect(heard.take().contains { $0.isPersonal && $0.text.contains("zoe@") })
        let lines = own.take()
        #expect(lines.contains { $0.text.contains("<masked>") } && !lines.contains { $0.isPersonal })
    }

    @Test(
        "Telemetry obeys changes of its settings at once, and the environment's own telemetry is unaffected"
    )
    func telemetry() async throws {
        let events = Mutex<[[String: String]]>([])
        let own = Mutex<[TelemetryEvent]>([])
        let config = MSALGlobalConfig.telemetryConfig
        config.telemetryCallback = { event in events.withLock { $0.append(event) } }
        config.piiEnabled = true
        config.notifyOnFailureOnly = true
        let world = try await World()
        let (_, result) = try await world.signedIn()
        var environment = world.environment()
        environment.telemetry = TelemetryHook { event in own.withLock { $0.append(event) } }
        let app = try MSALPublicClientApplication(configuration: world.config(), environment: environment)
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: result.account)
        _ = try await app.acquireTokenSilent(with: silent)
        #expect(events.withLock { $0.isEmpty } && own.withLock { $0.count } == 1)
        config.notifyOnFailureOnly = false
        _ = try await app.acquireTokenSilent(with: silent)
        #expect(events.withLock { $0.map { $0["user_id"] } } == [result.account.identifier])
        config.piiEnabled = false
        _ = try await app.acquireTokenSilent(with: silent)
        #expect(events.withLock { $0.map { $0["user_id"] } } == [result.account.identifier, nil])
        #expect(own.withLock { $0.map(\.accountIdentifier) } == [nil, nil, nil])
    }
}
