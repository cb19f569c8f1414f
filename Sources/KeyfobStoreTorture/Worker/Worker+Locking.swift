import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

extension Worker {
    /// Acquires the refresh lock of an account, and holds it until the next line of input.
    func hold(_ account: String) async throws -> String {
        try await lock.withLock(Self.key(account), timeoutSeconds: 30) { () async throws(AuthError) in
            WorkerOutput.write("held")
            _ = readLine()
            return "released"
        }
    }

    /// Increments a number in a file that only the refresh lock protects.
    func count(_ times: Int) async throws -> String {
        let path = home + "/counter"
        for _ in 0..<times {
            try await lock.withLock(Self.key("counter"), timeoutSeconds: 60) { () async throws(AuthError) in
                let number = Int((try? String(contentsOfFile: path, encoding: .utf8)) ?? "0") ?? 0
                await Task.yield()
                try? String(number + 1).write(toFile: path, atomically: false, encoding: .utf8)
            }
        }
        return "done"
    }

    /// Redeems the refresh token of an account under the lock, as the SDK does: unless another process has done so.
    ///
    /// The process that reads this one's output is the token endpoint: it replies to `spend ACCOUNT TOKEN` with
    /// `reply TOKEN` or `refused`.
    func refresh(_ account: String) async throws(AuthError) -> String {
        let before = try store.token(of: account)
        return try await lock.withLock(Self.key(account), timeoutSeconds: 60) { () async throws(AuthError) in
            let partition = try store.partition(homeAccountID: "\(account).tenant")
            guard let token = partition?.refreshTokens.first else { return "miss \(account)" }
            let current = try partition?.accessTokens.first?.secret.reveal()
            guard current == before else { return "meanwhile \(account)" }
            WorkerOutput.write("spend \(account) \(try token.secret.reveal())")
            let reply = (readLine() ?? "").split(separator: " ").map(String.init)
            guard reply.count == 2, reply[0] == "reply" else { return "refused \(account)" }
            killPoint?.pass("replied")
            try await put(account: account, token: reply[1])
            return "refreshed \(account) \(reply[1])"
        }
    }

    private static func key(_ account: String) -> RefreshLockKey {
        RefreshLockKey(environment: "contoso.test", homeAccountID: account, clientOrFamily: "client")
    }
}
