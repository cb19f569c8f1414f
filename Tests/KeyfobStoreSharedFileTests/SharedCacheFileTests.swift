import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSharedFile
import KeyfobTesting
import Testing

@Suite("The shared cache in a file")
struct SharedCacheFileTests {
    @Test("A missing file is an empty cache, and is created by the first write, closed to other users")
    func missing() async throws {
        let scene = try Scene()
        let store = try scene.store()
        #expect(try store.homeAccountIDs().isEmpty && scene.files().isEmpty)
        try await store.add("ada", token: "one")
        #expect(try store.token(of: "ada") == "one")
        #expect(try scene.files() == ["cache.json"], "neither lock nor temporary file stays")
        #expect(try mode(scene.path) == 0o600)
    }

    @Test("A write keeps the file's mode", arguments: [0o600, 0o640, 0o644])
    func keepsMode(mode: Int) async throws {
        let scene = try Scene()
        try scene.put("{}")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scene.path)
        try await scene.store().add("ada", token: "one")
        #expect(try self.mode(scene.path) == mode)
    }

    @Test("A transaction that changes nothing does not write the file")
    func noChange() async throws {
        let scene = try Scene()
        let store = try scene.store()
        try await store.add("ada", token: "one")
        let before = try identity(scene.path)
        try await store.write { transaction throws(AuthError) in
            for entity in try transaction.partition(homeAccountID: "ada.tenant")?.entities ?? [] {
                try transaction.put(entity)
            }
        }
        #expect(try identity(scene.path) == before)
    }

    @Test(
        "An empty or truncated file is never overwritten: both reading and writing fail with a message",
        arguments: ["", "  \n", "{", #"{"AccessToken": {"#, #"{"AccessToken": {}} {"#])
    func torn(text: String) async throws {
        let scene = try Scene()
        try scene.put(text)
        let store = try scene.store()
        for _ in 0..<2 {
            let error = #expect(throws: AuthError.self) { try store.homeAccountIDs() }
            #expect(error?.code == .storeUnavailable && error?.message.contains(scene.path) == true)
            #expect(error?.remedy?.contains("move the file away") == true)
        }
        await #expect(throws: AuthError.self) { try await store.add("ada", token: "one") }
        #expect(try scene.text() == text)
        #expect(scene.secondsWaited > 5 && scene.secondsWaited < 10, "two seconds each time")
        #expect(try scene.files() == ["cache.json"], "the lock was released")
    }

    @Test("A file that another program is writing is waited for")
    func beingWritten() async throws {
        let scene = try Scene()
        let other = try Scene()
        try await other.store().add("ada", token: "one")
        let whole = try other.text()
        try scene.put(String(whole.prefix(200)))
        scene.whileWaiting { waited in
            if waited > 0.5 { try? scene.put(whole) }
        }
        #expect(try scene.store().token(of: "ada") == "one")
        #expect(scene.secondsWaited > 0.5 && scene.secondsWaited < 1)
        try scene.put("")
        try await scene.store().add("grace", token: "two")
        #expect(try Set(scene.store().homeAccountIDs()) == ["ada.tenant", "grace.tenant"])
    }

    @Test("A file that is no cache is refused and left unchanged: a link, a folder, JSON of another kind")
    func refused() async throws {
        let scene = try Scene()
        let target = scene.folder.path + "/target.json"
        try Data("{}".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(atPath: scene.path, withDestinationPath: target)
        await #expect(throws: AuthError.self) { try await scene.store().add("ada", token: "one") }
        #expect(throws: AuthError.self) { try scene.store().homeAccountIDs() }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "{}")
        try FileManager.default.removeItem(atPath: scene.path)
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: false)
        await #expect(throws: AuthError.self) { try await scene.store().add("ada", token: "one") }
        try FileManager.default.removeItem(atPath: scene.path)
        try scene.put(#"["not", "a", "cache"]"#)
        await #expect(throws: AuthError.self) { try await scene.store().add("ada", token: "one") }
        #expect(try scene.text() == #"["not", "a", "cache"]"#)
        #expect(throws: AuthError.self) { try SharedFileCredentialStore(path: "relative.json") }
    }

    @Test("A foreign write in place is seen by the very next read, in the same tick of the clock and of the same size")
    func foreignWrites() async throws {
        let scene = try Scene()
        let store = try scene.store()
        try await store.add("ada", token: "token-000")
        var text = try scene.text()
        for number in 1...300 {
            let next = "token-" + String(String(number + 1_000).dropFirst())
            text = text.replacing(/"token-\d\d\d"/, with: "\"\(next)\"")
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scene.path))
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
            #expect(try store.token(of: "ada") == next)
        }
    }

    @Test("A cache in base64 stays in base64, the format of MSAL.NET")
    func base64() async throws {
        let scene = try Scene()
        try scene.put(Data("{\"Kept\":{}}".utf8).base64EncodedString())
        let store = try scene.store()
        try await store.add("ada", token: "one")
        #expect(try store.token(of: "ada") == "one")
        let json = try #require(Data(base64Encoded: scene.text()))
        #expect(String(decoding: json, as: UTF8.self).hasPrefix("{\"Kept\":{}"))
    }

    @Test("Two handles of one process share the lock's queue, and lose nothing of each other")
    func handles() async throws {
        let scene = try Scene()
        let stores = [
            try SharedFileCredentialStore(path: scene.path), try SharedFileCredentialStore(path: scene.path),
            try SharedFileCredentialStore(path: scene.folder.path + "/./cache.json"),
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask { try await stores[number % 3].add("user\(number)", token: "token") }
            }
            try await group.waitForAll()
        }
        #expect(try stores[0].homeAccountIDs().count == 60)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func identity(_ path: String) throws -> [String] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let keys: [FileAttributeKey] = [.systemFileNumber, .modificationDate, .size]
        return keys.map { "\(attributes[$0] ?? "")" }
    }
}
