import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import MSAL
import Synchronization
import Testing

@Suite("Switches of the whole process, and applications that are there already", .ownProcess)
struct ProcessSwitchTests {
    /// Fails with words that are personal.
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

        /// What was heard since the last time.
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

    @Test("The log's masking holds at once for each application, when it was made notwithstanding")
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

    @Test("An environment that has a log of its own is masked for that by its own options, and for MSAL's by MSAL's")
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
        "Telemetry names nobody once it may not, tells all calls once it may, and is heard beside the environment's own"
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
