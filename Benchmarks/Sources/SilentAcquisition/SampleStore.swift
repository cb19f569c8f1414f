import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobStoreSQLite

/// The real store on disk, and an application over it that must not need a server.
enum SampleStore {
    static func open(home: String) throws -> SQLiteCredentialStore {
        try SQLiteCredentialStore(
            group: .standard, home: home, clock: SystemClock(), random: SystemRandomSource(),
            keys: FileSealingKey(directory: home + "/keys"))
    }

    static func fill(_ store: SQLiteCredentialStore, accounts: Int) async throws {
        let now = SystemClock().unixSeconds
        for start in stride(from: 0, to: accounts, by: 1000) {
            try await store.write { transaction throws(AuthError) in
                for index in start..<min(start + 1000, accounts) {
                    for entity in SampleAccount(index: index).entities(now: now) { try transaction.put(entity) }
                }
            }
        }
    }

    static func application(over store: SQLiteCredentialStore) throws -> PublicClientApplication {
        let configuration = try ClientConfiguration(
            clientID: SampleAccount.clientID, redirectURI: RedirectURI(SampleAccount.app),
            authority: Authority(environment: SampleAccount.environment, tenant: SampleAccount.tenant))
        return PublicClientApplication(
            configuration: configuration,
            environment: ClientEnvironment(
                transport: NoNetwork(), store: store, refreshLock: InProcessRefreshLock(), pause: SystemPause()))
    }
}

/// Fails every request: the measured tokens are cached.
struct NoNetwork: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        throw TransportError(.cannotConnect, message: "The benchmark has no network.")
    }
}
