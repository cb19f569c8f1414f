import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Read-only commands and the store", .timeLimit(.minutes(3)))
struct LookingTests {
    @Test("make no store, and leave the place of its key to the first sign-in")
    func makesNothing() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        func look() async throws {
            let accounts = try await tool.run("accounts")
            #expect(accounts.status == 0 && accounts.output.isEmpty)
            #expect(accounts.errors.contains("No user is signed in.") && accounts.errors.contains(tool.home))
            #expect(try await tool.run("accounts", "--json").document() == ["accounts": []])
            let token = ["token"] + FailingSignIn.app
            for command in [token, token + ["--force-refresh"], ["explain", "--scope", "s"]] {
                #expect(try await tool.run(command).status == 3, "\(command)")
            }
            #expect(try await tool.run("logout", "--account", "x", "--json").errorCode() == "accountNotFound")
            #expect(try await tool.run("logout", "--account", "x", "--wipe", "--json").errorCode() == "accountNotFound")
        }
        try await look()
        #expect(!FileManager.default.fileExists(atPath: tool.home))

        // There is no bus here. The remains of that sign-in are no store either.
        let login = FailingSignIn.arguments + ["--json"]
        #expect(try await tool.run(login + ["--key-place", "secret-service"]).errorCode() == "storeLocked")
        try await look()
        #expect(!FileManager.default.fileExists(atPath: "\(tool.home)/keys"))
        #expect(try await tool.run(login + ["--key-place", "secret-service"]).errorCode() == "storeLocked")
        #expect(try await tool.run(login + ["--key-place", "file"]).errorCode() == "network")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(tool.home)/keys").count == 1)
    }

    @Test("report what is missing: the client, or the file")
    func absence() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let client = try await tool.run("accounts", "--client-id", "nosuch")
        #expect(client.status == 0 && client.errors.contains("No user is signed in for the client nosuch."))
        let file = "\(tool.directory.path)/none/x.json"
        let cache = try await tool.run("accounts", "--cache-file", file)
        #expect(cache.status == 0 && cache.errors.contains("There is no file \(file)."))
    }

    @Test("a home whose name is not UTF-8 is refused, and no other is used")
    func encoding() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        for command in ["accounts", "doctor"] {
            let outcome = try await ChildProcess.run(
                "/bin/sh",
                [
                    "-c", "KEYFOB_HOME=\"$1/$(printf 'h\\377')\" exec \"$0\" \(command)",
                    BuildProducts.executable("keyfob"), tool.directory.path,
                ],
                environment: tool.environment)
            #expect(outcome.status == 4 && outcome.errors.contains("KEYFOB_HOME is not UTF-8"), "\(outcome.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.directory.path) == ["person"])
    }

    @Test("a store whose key is missing is reported before the user signs in, with the remedy")
    func lockedBeforeSignIn() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let keys = "\(scene.tool.home)/keys"
            for key in try FileManager.default.contentsOfDirectory(atPath: keys) {
                try FileManager.default.removeItem(atPath: "\(keys)/\(key)")
            }
            let locked = try await scene.tool.run(["login", "--print-url"] + scene.app)
            #expect(locked.status == 4)
            #expect(locked.output.isEmpty, "no address: no user signs in for nothing")
            let folder = "\(scene.tool.home)/stores/com.microsoft.adalcache"
            #expect(locked.errors.contains("move \(folder) away and sign in again"), "\(locked.errors)")
            try FileManager.default.moveItem(atPath: folder, toPath: "\(scene.tool.directory.path)/away")
            #expect(try await scene.logIn().status == 0)
            #expect(try await scene.tool.run(["token"] + scene.app).status == 0)
        }
    }

    @Test("a damaged store is set aside and the user gets a message; doctor names the command that does it")
    func damaged() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let database = "\(scene.tool.home)/stores/com.microsoft.adalcache/credentials.sqlite"
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: database))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data(repeating: 0x41, count: 4_096))
            try file.close()
            let examined = try await scene.tool.run("doctor")
            #expect(examined.status == 1)
            let advice = "Run: keyfob doctor --salvage --access-group com.microsoft.adalcache."
            #expect(examined.output.contains("is damaged. \(advice)"), "\(examined.output)")
            let looked = try await scene.tool.run("accounts")
            #expect(looked.status == 0)
            #expect(looked.errors.contains("was damaged") && looked.errors.contains("\(database).damaged-1"))
            #expect(looked.errors.contains("No user is signed in."))
            let again = try await scene.tool.run("accounts")
            #expect(!again.errors.contains("damaged"))
            #expect(try await scene.tool.run("doctor").output.contains("\(database).damaged-1 was set aside"))
        }
    }

    @Test("zeros in the middle of the database: one command recovers every account whose rows are intact")
    func zeros() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let database = "\(scene.tool.home)/stores/com.microsoft.adalcache/credentials.sqlite"
            let witness = """
                import sqlite3, sys
                c = sqlite3.connect(sys.argv[1]); c.execute("pragma wal_checkpoint(truncate)"); c.close()
                """
            let folded = try await ChildProcess.run(
                "/usr/bin/env", ["python3", "-c", witness, database], environment: scene.tool.environment)
            #expect(folded.status == 0, "\(folded.errors)")
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: database))
            try file.seek(toOffset: 5_000)
            try file.write(contentsOf: Data(repeating: 0, count: 9_000))
            try file.close()
            let examined = try await scene.tool.run("doctor")
            #expect(examined.status == 1, "\(examined.output)")
            let told = try #require(examined.output.firstMatch(of: /Run: keyfob ([a-z -]+[a-z.]+)\.\s/))
            let advice = told.output.1.split(separator: " ").map(String.init)
            let salvaged = try await scene.tool.run(advice)
            #expect(salvaged.status == 0 && salvaged.output.contains("was damaged"), "\(advice): \(salvaged.errors)")
            #expect(try await scene.tool.run("doctor").status == 0)
            #expect(try await scene.tool.run(advice).output.contains("is intact"))
            #expect([0, 3].contains(try await scene.tool.run(["token"] + scene.app).status))
            #expect(try await scene.logIn().status == 0)
            #expect(try await scene.tool.run(["token"] + scene.app).status == 0)
        }
    }
}
