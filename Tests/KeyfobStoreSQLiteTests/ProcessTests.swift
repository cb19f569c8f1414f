import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import Testing

@Suite("Several processes")
struct ProcessTests {
    @Test("R36-part: each process sees the other's write on its next read")
    func visibility() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        let worker = try WorkerProcess([home.path])
        for round in 1...25 {
            #expect(worker.ask("put ada theirs-\(round)") == "done")
            #expect(try store.token(of: "ada") == "theirs-\(round)")
            try await store.add("ada", token: "ours-\(round)")
            #expect(worker.ask("get ada") == "ours-\(round)")
        }
        #expect(worker.ask("put grace new") == "done")
        let users = try CredentialRules.accounts(in: store, clientID: "client", app: "app").map(\.username)
        #expect(users == ["ada@contoso.test", "grace@contoso.test"])
        worker.finish()
    }

    @Test("eight processes that add at once lose nothing and get no busy error")
    func eight() async throws {
        let home = try TemporaryHome()
        let workers = try (0..<8).map { _ in try WorkerProcess([home.path]) }
        for (number, worker) in workers.enumerated() { worker.say("add p\(number)- 20") }
        let answers = workers.map { $0.finish() }
        let store = try home.open()
        for (number, lines) in answers.enumerated() {
            #expect(lines.last == "done")
            #expect(lines.count == 21)
            for account in (0..<20).map({ "p\(number)-\($0)" }) {
                #expect(try store.token(of: account) == "token-\(account)")
            }
        }
        #expect(try store.homeAccountIDs().count == 160)
        #expect(try home.keyFiles().count == 1)
    }
}
