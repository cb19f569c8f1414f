import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("keyfob doctor")
struct DoctorCommandTests {
    @Test("reports the state of each store, changes nothing, and exits with a status for its findings")
    func examination() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let none = try await tool.run("doctor")
        #expect(none.status == 0 && none.output.contains("no store in \(tool.home)"))
        #expect(!FileManager.default.fileExists(atPath: tool.home))
        #expect(try await tool.run("doctor", "--access-group", "a.group", "--json").errorCode() == "configuration")

        for group in ["com.microsoft.adalcache", "a.group"] {
            try await tool.makeStore("--access-group", group)
        }
        let healthy = try await tool.run("doctor", "--json")
        #expect(healthy.status == 0)
        let stores = try #require(try healthy.document()["stores"]?.arrayValue)
        #expect(stores.map { $0["accessGroup"] } == ["a.group", "com.microsoft.adalcache"])
        for store in stores {
            #expect(store["key"]?["place"] == "key file" && store["key"]?["reachable"] == .bool(true))
            #expect(store["accounts"] == 0 && store["problems"] == [] && store["setAside"] == [])
            #expect(store["files"]?.arrayValue?.allSatisfy { $0["mode"] == "0600" || $0["mode"] == "0700" } == true)
        }

        let path = "\(tool.home)/stores/a.group/generations"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let open = try await tool.run("doctor")
        #expect(open.status == 1 && open.output.contains("PROBLEM") && open.output.contains("chmod go= \(path)"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)

        let key = try #require(stores.last?["key"]?["id"]?.stringValue)
        try FileManager.default.removeItem(atPath: "\(tool.home)/keys/\(key).key")
        let locked = try await tool.run("doctor")
        #expect(locked.status == 4 && locked.output.contains("OUT OF REACH"))
        #expect(try await tool.run("doctor", "--access-group", "a.group").status == 0)
        #expect(try await tool.run("doctor", "--rekey", "--json").errorCode() == "storeLocked")
    }

    @Test("after --rekey the same token is returned, and no new sign-in is needed")
    func rekey() async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.logIn().status == 0)
            let token = try await scene.tool.run(["token"] + scene.app)
            let keys = try FileManager.default.contentsOfDirectory(atPath: "\(scene.tool.home)/keys")
            let rekeyed = try await scene.tool.run("doctor", "--rekey", "--json")
            #expect(rekeyed.status == 0)
            let result = try rekeyed.document()
            #expect(result["place"] == "key file" && result["formerKeyRemoved"] == .bool(true))
            #expect(result["unreadable"] == 0 && result["resealed"] != 0)
            let after = try await scene.tool.run(["token"] + scene.app)
            #expect(after.status == 0 && after.output == token.output)
            let newKeys = try FileManager.default.contentsOfDirectory(atPath: "\(scene.tool.home)/keys")
            #expect(newKeys.count == 1 && newKeys != keys)
            for text in [rekeyed.output, rekeyed.errors] { #expect(!text.contains(token.output.dropLast())) }
        }
    }

    @Test("a --rekey that cannot reach the new place leaves no reference to a missing key")
    func unreachablePlace() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await tool.makeStore()
        // No bus here.
        #expect(try await tool.run("doctor", "--rekey", "secret-service").status == 4)
        let store = try await tool.run("doctor", "--json").document()["stores"]?.arrayValue?.first
        #expect(store?["key"]?["formerKeys"] == 0 && store?["key"]?["place"] == "key file")
        let rekeyed = try await tool.run("doctor", "--rekey")
        #expect(rekeyed.status == 0 && rekeyed.errors.isEmpty, "\(rekeyed.errors)")
    }

    @Test("login refuses a store whose key is not in the place of --key-place, and names the command that moves it")
    func keyPlace() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let login = FailingSignIn.arguments + ["--json", "--key-place"]
        // No bus here: a new store that must be in the keyring is not created at all.
        #expect(try await tool.run(login + ["secret-service"]).errorCode() == "storeLocked")
        try await tool.makeStore()
        let elsewhere = try await tool.run(login + ["secret-service"])
        #expect(elsewhere.status == 4)
        #expect(try elsewhere.document()["error"]?["code"] == "configuration")
        #expect(elsewhere.output.contains("keyfob doctor --rekey secret-service"))
        #expect(try await tool.run(login + ["file"]).errorCode() == "network")
        #expect(try await tool.run(login + ["under-the-mat"]).status == 2)
    }
}
