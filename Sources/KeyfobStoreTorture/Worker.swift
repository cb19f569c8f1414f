import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// The commands that a test may give.
struct Worker {
    let store: SQLiteCredentialStore
    private let lock: FileRefreshLock
    private let home: String

    init(home: String, killPoint: KillPoint?) throws {
        self.home = home
        store = try SQLiteCredentialStore(
            group: .standard, home: home, clock: SystemClock(), random: SystemRandomSource(),
            keys: FileSealingKey(directory: home + "/keys")
        ) { killPoint?.pass($0) }
        lock = try FileRefreshLock(directory: home + "/locks")
    }

    func perform(_ words: [String]) async throws -> String {
        switch (words.first, words.count) {
        case ("put", 3):
            try await put(account: words[1], token: words[2])
            return "done"
        case ("get", 2): return try store.token(of: words[1]) ?? "absent"
        case ("add", 3): return try await add(prefix: words[1], count: Int(words[2]) ?? 0)
        case ("fill", 1): return try await fill()
        case ("rekey", 2): return try await rekey(killedAt: words[1])
        case ("hold", 2): return try await hold(words[1])
        case ("count", 2): return try await count(Int(words[1]) ?? 0)
        default: return "what?"
        }
    }

    private func put(account: String, token: String) async throws(AuthError) {
        let input = SaveInput.made(account: account, token: token)
        _ = try await store.write { transaction throws(AuthError) in
            try CredentialRules.save(input, in: transaction)
        }
    }

    /// Adds accounts from four tasks at once, and tells of each that was acknowledged.
    private func add(prefix: String, count: Int) async throws -> String {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 4) {
                        try await put(account: "\(prefix)\(number)", token: "token-\(prefix)\(number)")
                        Answer.write("added \(prefix)\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        return "done"
    }

    /// Adds until it fails; everything that was acknowledged must be there then.
    private func fill() async throws -> String {
        let token = String(repeating: "x", count: 4_000)
        var acknowledged: [String] = []
        for number in 0..<10_000 {
            do throws(AuthError) {
                try await put(account: "fill\(number)", token: token)
                acknowledged.append("fill\(number)")
            } catch {
                let missing = try acknowledged.filter { try store.token(of: $0) != token }
                return "full after \(acknowledged.count), \(missing.count) missing, \(error.code): \(error)"
            }
        }
        return "never full"
    }

    /// Takes the refresh lock of an account and keeps it until the next line comes.
    private func hold(_ account: String) async throws -> String {
        let key = RefreshLockKey(environment: "contoso.test", homeAccountID: account, clientOrFamily: "client")
        return try await lock.withLock(key, timeoutSeconds: 30) { () async throws(AuthError) in
            Answer.write("held")
            _ = readLine()
            return "released"
        }
    }
}

extension Worker {
    /// Adds to a number in a file that nothing but the refresh lock protects.
    private func count(_ times: Int) async throws -> String {
        let path = home + "/counter"
        let key = RefreshLockKey(environment: "contoso.test", homeAccountID: "counter", clientOrFamily: "client")
        for _ in 0..<times {
            try await lock.withLock(key, timeoutSeconds: 60) { () async throws(AuthError) in
                let number = Int((try? String(contentsOfFile: path, encoding: .utf8)) ?? "0") ?? 0
                await Task.yield()
                try? String(number + 1).write(toFile: path, atomically: false, encoding: .utf8)
            }
        }
        return "done"
    }
}

extension SQLiteCredentialStore {
    /// The access token of a made-up account.
    fileprivate func token(of account: String) throws -> String? {
        try partition(homeAccountID: "\(account).tenant")?.accessTokens.first?.secret.reveal()
    }
}

extension SaveInput {
    /// A token response of a made-up account.
    fileprivate static func made(account: String, token: String) -> SaveInput {
        var input = SaveInput(
            homeAccountID: "\(account).tenant", environment: "contoso.test", realm: "tenant", clientID: "client",
            app: "app", localAccountID: account, username: "\(account)@contoso.test", cachedAt: 1_900_000_000,
            expiresOn: 1_900_003_600)
        input.accessToken = Secret(token)
        input.scopes = ["Files.Read"]
        input.refreshToken = Secret("refresh-" + token)
        return input
    }
}
