import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The commands of a test.
struct Worker: Sendable {
    let store: SQLiteCredentialStore
    let lock: FileRefreshLock
    let home: String
    let killPoint: KillPoint?

    init(home: String, killPoint: KillPoint?) throws {
        self.home = home
        self.killPoint = killPoint
        store = try SQLiteCredentialStore(
            group: .standard, home: home, clock: SystemClock(), random: SystemRandomSource(),
            keys: FileSealingKey(directory: home + "/keys")
        ) { killPoint?.pass($0.rawValue) }
        lock = try FileRefreshLock(directory: home + "/locks")
    }

    func perform(_ words: [String]) async throws -> String {
        switch (words.first, words.count) {
        case ("put", 3):
            try await put(account: words[1], token: words[2])
            return "done"
        case ("reserve", 3): return try await reserve(account: words[1], token: words[2])
        case ("get", 2): return try store.token(of: words[1]) ?? "absent"
        case ("add", 3): return try await add(prefix: words[1], count: Int(words[2]) ?? 0)
        case ("fill", 1): return try await fill()
        case ("rekey", 2): return try await rekey(killedAt: words[1])
        case ("hold", 2): return try await hold(words[1])
        case ("count", 2): return try await count(Int(words[1]) ?? 0)
        case ("refresh", 2): return try await refresh(words[1])
        case ("status", 1): return store.setAside.map { "set aside \($0)" } ?? "whole"
        case ("flatout", 3): return try await FlatOut(self, id: words[1], milliseconds: Int(words[2]) ?? 0).run()
        case ("work", 5), ("work", 6):
            var work = Work(
                self, id: words[1], seed: UInt64(words[2]) ?? 0, accounts: Int(words[4]) ?? 0,
                isCareless: words.count == 6)
            return try await work.run(operations: Int(words[3]) ?? 0)
        default: return "what?"
        }
    }

    func put(account: String, token: String) async throws(AuthError) {
        let input = SaveInput.made(account: account, token: token)
        _ = try await store.write { transaction throws(AuthError) in
            try CredentialRules.save(input, in: transaction)
        }
    }

    /// Reserves room, and writes after the next line of input.
    private func reserve(account: String, token: String) async throws -> String {
        let room = try store.reserveRoom()
        WorkerOutput.write("reserved")
        _ = readLine()
        room.release()
        try await put(account: account, token: token)
        return "done"
    }

    func remove(account: String) async throws(AuthError) {
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: "\(account).tenant", in: transaction)
        }
    }

    /// Adds accounts from four tasks at once, and reports each acknowledged one.
    private func add(prefix: String, count: Int) async throws -> String {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 4) {
                        try await put(account: "\(prefix)\(number)", token: "token-\(prefix)\(number)")
                        WorkerOutput.write("added \(prefix)\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        return "done"
    }

    /// Adds accounts until it fails; then every acknowledged account must be in the store.
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
}

extension SQLiteCredentialStore {
    /// The access token of a test account.
    func token(of account: String) throws(AuthError) -> String? {
        try partition(homeAccountID: "\(account).tenant")?.accessTokens.first?.secret.reveal()
    }
}

extension SaveInput {
    /// A token response for a test account.
    static func made(account: String, token: String) -> SaveInput {
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

/// Writes each reply as a line on standard output at once, so that a killed process has written it.
enum WorkerOutput {
    static func write(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            // The reader has closed the pipe.
            exit(0)
        }
    }
}

extension Worker {
    /// Changes the store's key, and kills this process at a stage, like `kill -9`; an unknown stage kills nothing.
    func rekey(killedAt stage: String) async throws -> String {
        let stage = RekeyStage(rawValue: stage)
        let result = try await store.rekey(to: nil) { if $0 == stage { raise(SIGKILL) } }
        return "rekeyed \(result.resealed)"
    }
}
