import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A `KEYFOB_HOME` of one test, deleted with it; in memory where the system supports that.
final class TemporaryHome: Sendable {
    let path: String

    init() throws {
        let memory = "/dev/shm"
        let parent = access(memory, W_OK) == 0 ? memory : NSTemporaryDirectory()
        path = parent + "/keyfob-test-" + SystemRandomSource().uuid()
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var keys: FileSealingKey { FileSealingKey(directory: path + "/keys") }
    var directory: String { "\(path)/stores/\(AccessGroup.standard.name)" }
    var database: String { directory + "/credentials.sqlite" }

    /// Opens the store: one more handle each time, as another process would have it.
    func open(
        _ group: AccessGroup = .standard, keys: (any SealingKeyProvider)? = nil
    ) throws(AuthError) -> SQLiteCredentialStore {
        try SQLiteCredentialStore(group: group, home: path, keys: keys ?? self.keys)
    }

    func keyFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/keys").map { path + "/keys/" + $0 }
    }
}

extension CredentialStore {
    /// Saves a token response of a sample account.
    func add(_ account: String, token: String) async throws(AuthError) {
        try await write { transaction throws(AuthError) in
            var input = SaveInput(
                homeAccountID: "\(account).tenant", environment: "contoso.test", realm: "tenant", clientID: "client",
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
