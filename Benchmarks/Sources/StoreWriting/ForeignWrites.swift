import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

/// The first read of an account that another process has just written, beside the read after it.
struct ForeignWrites {
    let home: String

    /// Saves a token response for each line of its input, the name of the account; prints `done` when it is durable.
    static func write(_ store: SQLiteCredentialStore) async throws {
        var number = 1
        while let user = readLine() {
            let response = SampleResponse.of(user, number: number)
            _ = try await store.write { transaction throws(AuthError) in
                try CredentialRules.save(response, in: transaction)
            }
            number += 1
            FileHandle.standardOutput.write(Data("done\n".utf8))
        }
    }

    func measure(rounds: Int) async throws {
        let store = try StoreWriting.open(home)
        let count = try store.homeAccountIDs().count
        let writer = Process()
        let (input, output) = (Pipe(), Pipe())
        writer.executableURL = Bundle.main.executableURL
        writer.arguments = ["writer", home]
        writer.standardInput = input
        writer.standardOutput = output
        try writer.run()
        var (first, second): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            let user = "user\(round % min(100, count))"
            let before = try read(store, user).token
            input.fileHandleForWriting.write(Data((user + "\n").utf8))
            _ = output.fileHandleForReading.availableData
            let after = try read(store, user)
            guard after.token != before else { throw Unseen() }
            first.append(after.microseconds)
            second.append(try read(store, user).microseconds)
        }
        try input.fileHandleForWriting.close()
        writer.waitUntilExit()
        for (which, taken) in [("first", first), ("second", second)] {
            print(
                """
                {"accounts":\(count),"which":"\(which)","p50_us":\(taken.percentile(50)),"p99_us":\(taken.percentile(99))}
                """)
        }
    }

    private func read(_ store: SQLiteCredentialStore, _ user: String) throws -> (token: String?, microseconds: Double) {
        let home = SampleResponse.home(user)
        let started = ContinuousClock().now
        let token = try store.partition(homeAccountID: home)?.accessTokens.first?.secret.reveal()
        return (token, (ContinuousClock().now - started).microseconds)
    }
}

/// A write that had been acknowledged was not seen by the next read.
struct Unseen: Error {}
