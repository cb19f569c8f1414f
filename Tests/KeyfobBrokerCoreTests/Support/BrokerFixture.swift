import Foundation
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A broker over the provider in memory, with a person at its screen.
struct BrokerFixture {
    let clock = MovableClock()
    let provider: InMemoryProvider
    let screen: ScriptedScreen
    let storage = InMemoryVaultStorage()
    let keys = MemoryKeys()
    let store = InMemoryCredentialStore()
    /// A caller that waits for the lock waits until it acquires it, however busy the machine is.
    let lock = InProcessRefreshLock { [pause = EndlessPause()] in try? await pause.wait(seconds: $0) }
    let wire: RecordingTransport
    var configuration = BrokerConfiguration()

    init(_ configure: (inout BrokerConfiguration) -> Void = { _ in }) async throws {
        screen = ScriptedScreen(person: Person(user: Contoso.ada, password: Contoso.password), clock: clock)
        provider = try await InMemoryProvider(clock: clock)
        wire = RecordingTransport(provider)
        configuration.trust.knownHosts = [Contoso.host]
        configure(&configuration)
    }

    /// The broker, created again on each call: its state is in vault and store.
    func broker(
        transport: (any HTTPTransport)? = nil, certificates: (any PersonalCertificates)? = nil,
        browser: (any UserAgent)? = nil, store: (any CredentialStore)? = nil, lock: (any RefreshLock)? = nil,
        handled: (@Sendable (HandledBrokerRequest) -> Void)? = nil,
        storage: (any VaultStorage)? = nil
    ) throws -> BrokerEngine {
        let vault = try BrokerVault(storage: storage ?? self.storage, keys: keys)
        return BrokerEngine(
            environment: BrokerEnvironment(
                transport: transport ?? wire, clock: clock, random: SystemRandomSource(), screen: screen, vault: vault,
                store: store ?? self.store, lock: lock ?? self.lock, certificates: certificates, systemBrowser: browser,
                handled: handled),
            configuration: configuration, identity: .keyfob)
    }

    /// The number of passwords that the provider has accepted.
    func passwords() async throws -> Int { try await provider.admin.count("password_accepted") }

    /// Whether the API accepts a token.
    func apiAccepts(_ token: Secret<String>?) async throws -> Bool {
        var request = HTTPRequest.get(provider.base.with(path: "/api/files"))
        request.fields.set("Authorization", "Bearer \(token?.reveal() ?? "")")
        return try await provider.send(request).status == 200
    }
}

/// The seeded tenant, as tests name it.
enum Contoso {
    static let host = "localhost:8443"
    static let tenantID = "11111111-1111-4111-8111-111111111111"
    static let ada = "ada@contoso.test"
    static let grace = "grace@contoso.test"
    static let password = "Keyfob-demo-1"
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
    static let notes = "aaaaaaaa-0000-4000-8000-000000000002"
    static let files = "aaaaaaaa-0000-4000-8000-0000000000f1"
    static let read: ScopeSet = ["api://files/Files.Read"]
}

/// Keys in memory.
final class MemoryKeys: SealingKeyProvider {
    let place = "memory"
    private let bytes = SystemRandomSource().bytes(32)

    func key(id: String) throws(AuthError) -> AESGCMKey { try made() }
    func create(id: String) throws(AuthError) -> AESGCMKey { try made() }
    func remove(id: String) throws(AuthError) {}

    private func made() throws(AuthError) -> AESGCMKey {
        do { return try AESGCMKey(bytes) } catch {
            throw AuthError(.storeLocked, origin: .store, message: "The key cannot be made.")
        }
    }
}
