import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The command line on a shared token cache")
struct CacheFileTests {
    @Test("--cache-file: login, token, refresh, accounts and logout use that file, and nothing of KEYFOB_HOME")
    func story() async throws {
        try await SignInScene.play { scene in
            let cache = ["--cache-file", "\(scene.tool.directory.path)/caches/cache.json"]
            let login = try scene.tool.start(["login", "--print-url"] + scene.app + cache)
            try await scene.visit(#require(await login.nextLine()), as: SignInScene.ada)
            let outcome = await login.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try files(scene) == ["cache.json"], "a listing or a sign-in makes no lock")

            let token = try await scene.tool.run(["token", "--json"] + scene.app + cache).document()
            #expect(token["source"] == "cache")
            let refreshed = try await scene.tool.run(["token", "--json", "--force-refresh"] + scene.app + cache)
            #expect(try refreshed.document()["source"] == "refresh")
            #expect(try files(scene) == ["cache.json", "cache.json.refresh-locks"])
            let again = try await scene.tool.run(["token", "--json"] + scene.app + cache).document()
            #expect(try again["accessToken"] == refreshed.document()["accessToken"])

            let accounts = try await scene.tool.run(["accounts", "--json"] + cache).document()["accounts"]
            #expect(accounts?.arrayValue?.map { $0["username"] } == ["ada@contoso.test"])
            #expect(try await scene.tool.run("accounts").output.isEmpty, "another store")

            #expect(try await scene.tool.run(["logout", "--account", "ada@contoso.test"] + cache).status == 0)
            #expect(try await scene.tool.run(["token"] + scene.app + cache).status == 3)
            let text = try String(contentsOfFile: cache[1], encoding: .utf8)
            #expect(!text.contains("ada@contoso.test") && text.contains("signed_out"))
        }
    }

    @Test("An incomplete cache is left unchanged, and the error says so")
    func torn() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let path = "\(tool.directory.path)/cache.json"
        try Data("{\"AccessToken\": {".utf8).write(to: URL(fileURLWithPath: path))
        let outcome = try await tool.run("accounts", "--json", "--cache-file", path)
        #expect(outcome.status == 1)
        #expect(try outcome.errorCode() == "storeUnavailable")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"AccessToken\": {")
    }

    @Test("Two stores at once are wrong use")
    func twoStores() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try await tool.run("accounts", "--cache-file", "c.json", "--access-group", "a.b")
        #expect(outcome.status == 2 && outcome.errors.contains("--cache-file"))
        #expect(!FileManager.default.fileExists(atPath: tool.home))
    }

    @Test(
        "On a full disk a write fails with a message, and the cache is unchanged", .enabled(if: isLinux),
        arguments: [0, 4_096])
    func fullDisk(room: Int) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let place = "\(tool.directory.path)/disk"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let vector = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/caches/msal-python.json").path
        let script = #"""
            mount -t tmpfs -o size=64k,mode=0700 tmpfs "$0" && cp "$1" "$0/cache.json" || exit 9
            dd if=/dev/zero of="$0/fill" bs=4096 count=64 2>/dev/null
            truncate -s "-$3" "$0/fill"
            "$2" logout --json --account Ada@contoso.example --cache-file "$0/cache.json" >"$4"
            echo "status $?"
            cmp "$1" "$0/cache.json" && ls "$0"
            """#
        let answer = "\(tool.directory.path)/answer.json"
        let outcome = try await ChildProcess.run(
            "/usr/bin/env",
            ["unshare", geteuid() == 0 ? "-m" : "-rm", "sh", "-c", script, place, vector]
                + [BuildProducts.executable("keyfob"), "\(room)", answer], environment: tool.environment)
        #expect(outcome.output == "status 1\ncache.json\nfill\n", "\(outcome.errors)")
        let error = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: answer)).dropLast()))["error"]
        #expect(error?["code"] == "storeUnavailable")
        #expect(error?["remedy"]?.stringValue?.hasPrefix("Make room on the disk") == true)
    }

    private func files(_ scene: SignInScene) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(scene.tool.directory.path)/caches").sorted()
    }
}

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif
