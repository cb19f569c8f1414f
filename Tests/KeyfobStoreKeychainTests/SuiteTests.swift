import KeyfobBackport
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

/// Whole apps over a shared access group, with a provider to sign in at.
@Suite("Apps of one team")
struct SuiteTests {
    private final class Stage: Sendable {
        let team = Team()
        let clock = MovableClock()
        let provider: InMemoryProvider
        let wire: RecordingTransport
        let log = Mutex<[ClientLogMessage]>([])

        init() async throws {
            provider = try await InMemoryProvider(clock: clock)
            wire = RecordingTransport(provider)
        }

        /// An app of the suite as its process starts: with its own store object, on the team's keychain.
        func launch(_ name: String) throws -> PublicClientApplication {
            let bundleID = "com.contoso.\(name)"
            let configuration = try ClientConfiguration(
                clientID: "aaaaaaaa-0000-4000-8000-000000000001",
                redirectURI: RedirectURI("http://localhost/contoso-\(name)"),
                authority: Authority(
                    environment: "localhost:8443", tenant: "11111111-1111-4111-8111-111111111111"),
                appIdentifier: bundleID)
            let person = Person(user: "ada@contoso.test", password: "Keyfob-demo-1")
            let environment = ClientEnvironment(
                transport: wire, clock: clock, random: SystemRandomSource(), store: team.store(bundleID),
                refreshLock: InProcessRefreshLock(),
                userAgent: ScriptedUserAgent(person: person, transport: provider, clock: clock),
                pause: ImmediatePause(moving: clock), log: { message in self.log.withLock { $0.append(message) } })
            return PublicClientApplication(configuration: configuration, environment: environment)
        }
    }

    private static let scopes: ScopeSet = ["api://files/Files.Read"]

    @Test("R148-part: with the keychain as its store a restarted app is silent, and sends no request")
    func restart() async throws {
        let stage = try await Stage()
        let first = try await stage.launch("a").acquireToken(InteractiveParameters(scopes: Self.scopes))
        stage.wire.clear()
        let restarted = try stage.launch("a")
        let account = try #require(try restarted.accounts().first)
        let again = try await restarted.acquireTokenSilent(SilentParameters(scopes: Self.scopes, account: account))
        #expect(again.accessToken == first.accessToken)
        #expect(stage.wire.exchanges.isEmpty)
    }

    @Test("R32: a wipe in one app signs the other out of the shared keychain, and a warning is logged")
    func wipe() async throws {
        let stage = try await Stage()
        let (a, b) = (try stage.launch("a"), try stage.launch("b"))
        let signedIn = try await a.acquireToken(InteractiveParameters(scopes: Self.scopes))
        let parameters = SilentParameters(scopes: Self.scopes, account: signedIn.account)
        #expect(try await b.acquireTokenSilent(parameters).accessToken == signedIn.accessToken)
        #expect(!stage.log.withLock { $0.contains { $0.level == .warning } })
        try await a.wipeAccount(signedIn.account)
        let warnings = stage.log.withLock { $0.filter { $0.level == .warning } }
        #expect(warnings.count == 1)
        #expect(warnings.first?.text.contains("every client and app") == true)
        let error = await #expect(throws: AuthError.self) { try await b.acquireTokenSilent(parameters) }
        #expect(error?.code == .interactionRequired)
        #expect(try b.accounts().isEmpty)
        let secrets = try stage.team.keychain.items().filter {
            String(decoding: $0.value.reveal(), as: UTF8.self).contains("\"secret\"")
        }
        #expect(secrets.isEmpty)
    }
}
