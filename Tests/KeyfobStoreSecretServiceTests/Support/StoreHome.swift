import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobTesting

/// A `KEYFOB_HOME` of one test, deleted with it, and the key places of a process with that environment.
final class StoreHome: Sendable {
    private let directory: TemporaryDirectory
    var path: String { directory.path + "/home" }

    init() throws { directory = try TemporaryDirectory("keyfob-store") }

    deinit { directory.remove() }

    /// The places of a process that has this environment.
    func places(_ environment: [String: String], choice: SealingKeyPlace? = nil) -> SealingKeyPlaces {
        SealingKeyPlaces(
            choice: choice, file: FileSealingKey(directory: path + "/keys"),
            keyring: SecretServiceSealingKey(environment: environment),
            runningKeyring: SecretServiceSealingKey(environment: environment, startsKeyring: false))
    }

    /// Opens the store, as a process that has this environment does.
    func open(
        _ environment: [String: String], choice: SealingKeyPlace? = nil
    ) throws(AuthError) -> SQLiteCredentialStore {
        try SQLiteCredentialStore(group: .standard, home: path, places: places(environment, choice: choice))
    }

    func keyFiles() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/keys")) ?? []).map { "\(path)/keys/\($0)" }
    }

    func report(_ environment: [String: String]) -> StoreReport {
        StoreExamination(home: path, places: places(environment)).report(.standard)
    }
}

extension CredentialStore {
    /// Saves a token response of a sample account.
    func add(_ account: String, token: String) async throws(AuthError) {
        try await write { transaction throws(AuthError) in
            var input = SaveInput(
                homeAccountID: "\(account).tenant", environment: "contoso.test",
                realm: "11111111-1111-4111-8111-111111111111", clientID: "client", app: "app", localAccountID: account,
                username: "\(account)@contoso.test", cachedAt: 1_700_000_000,
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
