import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import Testing

@Suite("The refresh lock among processes")
struct RefreshLockTests {
    private static func key(_ account: String) -> RefreshLockKey {
        RefreshLockKey(environment: "contoso.test", homeAccountID: account, clientOrFamily: "client")
    }

    @Test("with a stopped holder a waiting process fails with a network error, within its time and without stealing")
    func stopped() async throws {
        let home = try TemporaryHome()
        let lock = try FileRefreshLock(directory: home.path + "/locks") { _ in await Task.yield() }
        let worker = try WorkerProcess([home.path])
        #expect(worker.ask("hold ada") == "held")
        worker.signal(SIGSTOP)
        for _ in 0..<3 {
            await #expect { try await enter(lock, "ada") } throws: { ($0 as? AuthError)?.code == .network }
        }
        #expect(try await enter(lock, "grace"))
        worker.signal(SIGCONT)
        #expect(worker.ask("go on") == "released")
        #expect(try await enter(lock, "ada"))
        worker.finish()
    }

    @Test("a killed holder leaves nothing that blocks the next one")
    func killed() async throws {
        let home = try TemporaryHome()
        let lock = try FileRefreshLock(directory: home.path + "/locks") { _ in await Task.yield() }
        let worker = try WorkerProcess([home.path])
        #expect(worker.ask("hold ada") == "held")
        worker.signal(SIGKILL)
        worker.finish()
        #expect(try await enter(lock, "ada", timeoutSeconds: 0))
    }

    @Test("no file remains of a released lock, nor of killed holders")
    func files() async throws {
        let home = try TemporaryHome()
        let victims = try ["ada", "grace", "alan"].map { account in
            let worker = try WorkerProcess([home.path])
            #expect(worker.ask("hold \(account)") == "held")
            return worker
        }
        for victim in victims {
            victim.signal(SIGKILL)
            victim.finish()
        }
        #expect(try names(home).count == 3)
        let holder = try WorkerProcess([home.path])
        #expect(holder.ask("hold barbara") == "held")
        let lock = try FileRefreshLock(directory: home.path + "/locks")
        for number in 0..<100 { #expect(try await enter(lock, "user\(number)")) }
        #expect(try names(home).count == 1)
        #expect(holder.ask("go on") == "released")
        #expect(try names(home).isEmpty)
        holder.finish()
    }

    @Test("four processes that acquire one lock repeatedly never hold it together")
    func together() async throws {
        let home = try TemporaryHome()
        let workers = try (0..<4).map { _ in try WorkerProcess([home.path]) }
        for worker in workers { worker.say("count 40") }
        for worker in workers { #expect(worker.finish().last == "done") }
        let text = try String(contentsOfFile: home.path + "/counter", encoding: .utf8)
        #expect(text == "160")
        #expect(try names(home).isEmpty)
    }

    @Test("processes that create the same store concurrently all open it")
    func making() async throws {
        for _ in 0..<20 {
            let home = try TemporaryHome()
            let workers = try (0..<8).map { _ in try WorkerProcess([home.path]) }
            for worker in workers { worker.say("count 1") }
            for worker in workers { #expect(worker.finish().last == "done") }
        }
    }

    private func names(_ home: TemporaryHome) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.path + "/locks")
    }

    private func enter(_ lock: FileRefreshLock, _ account: String, timeoutSeconds: Double = 1) async throws -> Bool {
        try await lock.withLock(Self.key(account), timeoutSeconds: timeoutSeconds) { () async throws(AuthError) in true
        }
    }
}
