import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobClient

@Suite("The log")
struct LogMaskingTests {
    private let text: LogText =
        "Of \(euii: "ada@contoso.test") in \(oii: "contoso.test"): \(AuthError.Code.network), \(Secret("token"))."

    @Test(
        "shows users and organizations as the app configures, and secrets never",
        arguments: [
            (LogMasking.allPII, "Of <masked> in <masked>: network, <redacted>.", false),
            (.endUsers, "Of <masked> in contoso.test: network, <redacted>.", true),
            (.secretsOnly, "Of ada@contoso.test in contoso.test: network, <redacted>.", true),
        ])
    func masking(_ masking: LogMasking, _ expected: String, _ containsPII: Bool) {
        let rendered = text.rendered(masking)
        #expect(rendered.text == expected)
        #expect(rendered.containsPII == containsPII)
    }

    private func messages(
        _ world: World, _ options: LogOptions, _ work: (PublicClientApplication) async throws -> Void
    ) async throws -> [ClientLogMessage] {
        let kept = Kept()
        let plain = try world.app(browser: world.browser())
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
            userAgent: world.browser(), pause: ImmediatePause(), log: { kept.add($0) })
        environment.logOptions = options
        environment.externalAccounts = [Talkative()]
        try await work(PublicClientApplication(configuration: plain.configuration, environment: environment))
        return kept.all
    }

    private final class Kept: Sendable {
        private let messages = Mutex<[ClientLogMessage]>([])
        func add(_ message: ClientLogMessage) { messages.withLock { $0.append(message) } }
        var all: [ClientLogMessage] { messages.withLock { $0 } }
    }

    /// Fails with a message that names a user.
    private struct Talkative: ExternalAccountProvider {
        struct Failure: Error, CustomStringConvertible { let description = "ada@contoso.test is unknown" }
        func accounts(_ query: AccountQuery) throws -> [Account] { throw Failure() }
        func didSignIn(_ account: Account, idTokenClaims: [String: JSONValue]) throws { throw Failure() }
        func didRemove(_ account: Account, isWiped: Bool) throws { throw Failure() }
    }

    @Test("has the levels that the app configures, per application", arguments: ClientLogMessage.Level.allCases)
    func levels(_ level: ClientLogMessage.Level) async throws {
        let world = try await World()
        let all = try await messages(world, LogOptions(level: level)) { app in
            _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            _ = await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: ["openid"]))
            }
        }
        #expect(all.allSatisfy { $0.level <= level })
        #expect(all.contains { $0.level == .error })
        #expect(all.contains { $0.level == .info } == (level >= .info))
        let none = try await messages(world, LogOptions(level: nil)) { _ = try $0.accounts() }
        #expect(none.isEmpty)
    }

    @Test("marks the messages that show a user, and none of them contains a token, a code or a password")
    func wholeStory() async throws {
        let world = try await World()
        for masking in LogMasking.allCases {
            var secrets = [Contoso.password]
            let all = try await messages(world, LogOptions(level: .verbose, masking: masking)) { app in
                let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
                let forced = SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true)
                let second = try await app.acquireTokenSilent(forced)
                secrets += [first, second].flatMap { [$0.accessToken.reveal(), $0.idToken?.reveal() ?? "?"] }
                secrets += try (world.store.partition(homeAccountID: first.account.identifier)?.refreshTokens ?? []).map
                {
                    try $0.secret.reveal()
                }
                try await app.removeAccount(first.account)
            }
            #expect(all.contains { $0.text.contains("ada@") } == (masking == .secretsOnly))
            #expect(all.contains { $0.containsPII } == (masking == .secretsOnly))
            for secret in secrets { #expect(!all.contains { $0.text.contains(secret) }) }
        }
    }
}
