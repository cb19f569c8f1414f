import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobStoreSQLite
import Testing

@Suite("Changing a store's key")
struct RekeyTests {
    @Test("every process continues with the new key, and the former one is removed")
    func processes() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "token-of-ada")
        let worker = try WorkerProcess([home.path])
        #expect(worker.ask("get ada") == "token-of-ada")
        let former = try home.keyFiles()
        let idle = try home.open()

        let result = try await store.rekey()
        #expect(result.resealed == 5 && result.unreadable == 0 && result.leftBehind == nil)
        let present = try home.keyFiles()
        #expect(present.count == 1 && former.count == 1 && present != former)
        #expect(worker.ask("get ada") == "token-of-ada")
        #expect(try idle.token(of: "ada") == "token-of-ada")

        // Every writer uses the new key: a process without another one reads it.
        #expect(worker.ask("put grace theirs") == "done")
        try await idle.add("ada", token: "newer")
        #expect(try home.open().token(of: "grace") == "theirs")
        #expect(worker.ask("get ada") == "newer")
        #expect(worker.ask("rekey never")?.hasPrefix("rekeyed ") == true)
        #expect(try home.keyFiles().count == 1)
        #expect(try store.token(of: "grace") == "theirs")
        worker.finish()
    }

    @Test("an entity found before and opened after still opens, with the former key and without it")
    func heldPartitions() async throws {
        let home = try TemporaryHome()
        let warm = try home.open()
        try await warm.add("ada", token: "token-of-ada")
        try await warm.add("grace", token: "token-of-grace")
        // Opening any secret loads the key into the process.
        #expect(try warm.token(of: "grace") == "token-of-grace")
        let held = try #require(try warm.partition(homeAccountID: "ada.tenant")?.accessTokens.first)
        let cold = try home.open()
        let unopened = try #require(try cold.partition(homeAccountID: "ada.tenant")?.accessTokens.first)
        _ = try await home.open().rekey()
        #expect(try held.secret.reveal() == "token-of-ada")
        #expect(try unopened.secret.reveal() == "token-of-ada")
        #expect(try cold.token(of: "ada") == "token-of-ada")
    }

    @Test("a process that is killed at any stage leaves a store that opens, and the next change cleans up")
    func kills() async throws {
        for stage in RekeyStage.allCases {
            let home = try TemporaryHome()
            let bystander = try home.open()
            for number in 0..<12 { try await bystander.add("user\(number)", token: "token-\(number)") }
            #expect(try bystander.token(of: "user0") == "token-0")
            let idle = try home.open()
            let worker = try WorkerProcess([home.path])
            worker.say("rekey \(stage.rawValue)")
            #expect(worker.finish().isEmpty, "\(stage): the worker reached its end")
            // Reading and writing, alternately by processes that were there before and by one that starts now.
            for store in [bystander, idle, try home.open()] {
                for number in 0..<12 { #expect(try store.token(of: "user\(number)") == "token-\(number)", "\(stage)") }
                try await store.add("user0", token: "token-0")
            }
            try expectReadable(home, count: 12, "\(stage)")
            let result = try await idle.rekey()
            #expect(result.resealed == 49 && result.unreadable == 0, "\(stage)")
            #expect(try home.keyFiles().count == 1, "\(stage)")
            let report = StoreExamination(home: home.path, places: SealingKeyPlaces(home.keys)).report(.standard)
            #expect(report.formerKeys == 0 && report.problems.isEmpty && !report.isLocked, "\(stage)")
            try expectReadable(home, count: 12, "\(stage)")
        }
    }

    @Test("writers and concurrent changes of the key lose nothing")
    func concurrently() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "token-of-ada")
        let workers = try (0..<3).map { _ in try WorkerProcess([home.path]) }
        for (number, worker) in workers.enumerated() { worker.say("add p\(number)- 30") }
        for _ in 0..<8 {
            _ = try await store.rekey()
            #expect(try store.token(of: "ada") == "token-of-ada")
        }
        for worker in workers { #expect(worker.finish().last == "done") }
        let fresh = try home.open()
        for number in 0..<3 {
            for account in 0..<30 {
                let name = "p\(number)-\(account)"
                #expect(try fresh.token(of: name) == "token-\(name)")
                #expect(try store.token(of: name) == "token-\(name)")
            }
        }
        #expect(try home.keyFiles().count == 1)
    }

    @Test("a secret that was found before the key was changed, even twice, opens after")
    func openedLate() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "token-of-ada")
        try await store.add("grace", token: "token-of-grace")
        // A process that has opened nothing yet, so it never had the key.
        let late = try home.open()
        let ada = try #require(try late.partition(homeAccountID: "ada.tenant"))
        let grace = try #require(try late.partition(homeAccountID: "grace.tenant"))
        _ = try await store.rekey()
        #expect(try ada.accessTokens.first?.secret.reveal() == "token-of-ada")
        _ = try await store.rekey()
        #expect(try ada.refreshTokens.first?.secret.reveal() == "refresh-token-of-ada")
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: "grace.tenant", in: transaction)
        }
        #expect { try grace.accessTokens.first?.secret } throws: { error in
            guard let error = error as? AuthError else { return false }
            return error.code == .storeUnavailable && error.remedy == "Try again."
        }
    }

    @Test("contents that were changed in the file are counted and stay refused; the others are sealed again")
    func tampered() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "token-of-ada")
        try await store.add("grace", token: "token-of-grace")
        try await DatabaseQueue(path: home.database).write { database in
            try database.execute(
                sql: """
                    UPDATE entity SET expires_on = expires_on + 86400 WHERE kind = 'AccessToken'
                        AND account = (SELECT id FROM account WHERE home = 'ada.tenant')
                    """)
        }
        let result = try await store.rekey()
        #expect(result.resealed == 8 && result.unreadable == 1)
        let fresh = try home.open()
        #expect(throws: AuthError.self) { try fresh.token(of: "ada") }
        #expect(try fresh.token(of: "grace") == "token-of-grace")
        #expect(try fresh.partition(homeAccountID: "ada.tenant")?.refreshTokens.first?.secret.reveal() != nil)
    }

    @Test("more rows than one batch are all sealed again")
    func batches() async throws {
        let home = try TemporaryHome()
        let worker = try WorkerProcess([home.path])
        worker.say("add user 600")
        #expect(worker.finish().last == "done")
        let store = try home.open()
        #expect(try await store.rekey().resealed == 2_401)
        try expectReadable(home, count: 600, "batches", prefix: "token-user")
    }

    @Test("an unavailable key, or a place that cannot be written, changes nothing")
    func refused() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "token-of-ada")
        let file = try #require(try home.keyFiles().first)
        try FileManager.default.moveItem(atPath: file, toPath: home.path + "/elsewhere")
        let late = try home.open()
        await #expect { try await late.rekey() } throws: { ($0 as? AuthError)?.code == .storeLocked }
        #expect(try home.keyFiles().isEmpty)
        try FileManager.default.moveItem(atPath: home.path + "/elsewhere", toPath: file)
        // This process has no keyring.
        await #expect { try await late.rekey(to: .secretService) } throws: {
            ($0 as? AuthError)?.code == .configuration
        }
        #expect(try home.keyFiles() == [file])
        #expect(try late.token(of: "ada") == "token-of-ada")
    }

    @Test("an unreachable place is detected before a key is recorded that would never be created")
    func unreachable() async throws {
        let home = try TemporaryHome()
        let places = SealingKeyPlaces(known: [home.keys, UnreachablePlace()], forNewKeys: [home.keys])
        let store = try SQLiteCredentialStore(group: .standard, home: home.path, places: places)
        try await store.add("ada", token: "token-of-ada")
        for _ in 0..<2 {
            await #expect { try await store.rekey(to: .secretService) } throws: {
                ($0 as? AuthError)?.code == .storeLocked
            }
        }
        #expect(StoreExamination(home: home.path, places: places).report(.standard).formerKeys == 0)
        #expect(try await store.rekey().leftBehind == nil)
        #expect(try store.token(of: "ada") == "token-of-ada")
    }

    /// A keyring without a bus.
    private struct UnreachablePlace: SealingKeyProvider {
        let place = SealingKeyPlace.secretService.recordedName

        private var refusal: AuthError { AuthError(.storeLocked, origin: .store, message: "There is no bus.") }

        func key(id: String) throws(AuthError) -> AESGCMKey { throw refusal }
        func create(id: String) throws(AuthError) -> AESGCMKey { throw refusal }
        func remove(id: String) throws(AuthError) { throw refusal }
    }

    private func expectReadable(
        _ home: TemporaryHome, count: Int, _ comment: Comment, prefix: String = "token-"
    ) throws {
        let store = try home.open()
        for number in 0..<count { #expect(try store.token(of: "user\(number)") == "\(prefix)\(number)", comment) }
        #expect(store.setAside == nil, comment)
    }
}
