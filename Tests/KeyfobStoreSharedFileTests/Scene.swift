import Foundation
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobStoreSharedFile
import KeyfobTesting

/// A folder with a token cache in it, and waiting that takes no time.
final class Scene: Sendable {
    let folder: TemporaryDirectory
    private let waited = Mutex(0.0)
    private let onPause: Mutex<@Sendable (Double) -> Void> = Mutex({ _ in })

    init() throws { folder = try TemporaryDirectory("keyfob-shared") }

    deinit { folder.remove() }

    var path: String { folder.path + "/cache.json" }
    var lockPath: String { path + ".lockfile" }

    /// The seconds that the store believes it waited.
    var secondsWaited: Double { waited.withLock { $0 } }

    /// Sets an action that runs while the store waits; it gets the total waiting time.
    func whileWaiting(_ body: @escaping @Sendable (Double) -> Void) { onPause.withLock { $0 = body } }

    func store(lockTimeoutSeconds: Double = 60) throws -> SharedFileCredentialStore {
        SharedFileCredentialStore(
            try SharedCacheFile(path: path), authority: "localhost:8443", lockTimeoutSeconds: lockTimeoutSeconds,
            pause: { [weak self] seconds in
                guard let self else { return }
                let all = waited.withLock { waited in
                    waited += seconds
                    return waited
                }
                onPause.withLock { $0 }(all)
            })
    }

    func put(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    /// Starts a child that holds the lock file in one of the ways.
    func hold(_ kind: String, content: String? = nil) async throws -> ChildProcess {
        let child = try ChildProcess(
            "/usr/bin/env", ["python3", Self.script, "hold", kind, lockPath] + (content.map { [$0] } ?? []),
            environment: ProcessInfo.processInfo.environment)
        guard await child.nextLine() == "held" else {
            throw AuthError.configuration("The child did not take the lock: \(await child.outcome().errors)")
        }
        return child
    }

    /// The ways in which another process could take the lock file now.
    func attempt() async throws -> JSONValue {
        let outcome = try await ChildProcess.run(
            "/usr/bin/env", ["python3", Self.script, "try", lockPath],
            environment: ProcessInfo.processInfo.environment)
        return try JSONValue(parsing: Array(outcome.output.utf8.dropLast()))
    }

    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Python/lock_file.py").path
}

extension CredentialStore {
    /// Saves a token response of a sample account.
    func add(_ account: String, token: String) async throws(AuthError) {
        try await write { transaction throws(AuthError) in
            var input = SaveInput(
                homeAccountID: "\(account).tenant", environment: "localhost:8443", realm: "tenant", clientID: "client",
                app: "app", localAccountID: account, username: "\(account)@contoso.test", cachedAt: 1_900_000_000,
                expiresOn: 1_900_003_600)
            input.accessToken = Secret(token)
            input.scopes = ["Files.Read"]
            input.refreshToken = Secret("refresh-" + token)
            try CredentialRules.save(input, in: transaction)
        }
    }

    /// The access token of a sample account.
    func token(of account: String) throws(AuthError) -> String? {
        try partition(homeAccountID: "\(account).tenant")?.accessTokens.first?.secret.reveal()
    }
}
