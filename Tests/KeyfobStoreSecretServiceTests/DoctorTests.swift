import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobTesting
import Testing

@Suite("keyfob doctor and the keyring", .repeatedIfKeyringTraps)
struct DoctorTests {
    @Test("as processes: a key in the keyring is available with a bus and exit 4 without, for doctor and token alike")
    func processes() async throws {
        let keyring = try await Keyring()
        let home = keyring.directory.path + "/keyfob"
        let inside = keyring.environment.merging(["KEYFOB_HOME": home]) { $1 }
        var outside = inside
        outside["DBUS_SESSION_BUS_ADDRESS"] = nil
        let store = try SQLiteCredentialStore(
            group: .standard, home: home, places: .init(SecretServiceSealingKey(environment: inside)))
        try await store.add("ada", token: "token-of-ada")
        let token = [
            "token", "--client-id", "client", "--authority",
            "https://contoso.test/11111111-1111-4111-8111-111111111111", "--scope", "Files.Read",
        ]
        #expect(try await run(token, inside).output == "token-of-ada\n")
        let noToken = try await run(token, outside)
        #expect(noToken.status == 4 && noToken.output.isEmpty && noToken.errors.contains("Secret Service"))

        let healthy = try await run(["doctor", "--json"], inside)
        #expect(healthy.status == 0)
        let key = try #require(try healthy.store()["key"])
        #expect(key["place"] == "Secret Service" && key["reachable"] == .bool(true))

        let locked = try await run(["doctor", "--json"], outside)
        #expect(locked.status == 4)
        #expect(try locked.store()["key"]?["reachable"] == .bool(false))
        #expect(try locked.store()["key"]?["error"]?["code"] == "storeLocked")
        let plain = try await run(["doctor"], outside)
        #expect(plain.status == 4)
        #expect(plain.output.contains("in Secret Service, OUT OF REACH") && plain.output.contains("no session bus"))

        let refused = try await run(["doctor", "--rekey", "file", "--json"], outside)
        #expect(refused.status == 4)
        #expect(try refused.document()["error"]?["code"] == "storeLocked")
        let moved = try await run(["doctor", "--rekey", "file", "--json"], inside)
        #expect(moved.status == 0)
        #expect(try moved.document()["place"] == "key file")
        #expect(try moved.document()["formerPlace"] == "Secret Service")
        #expect(try await run(["doctor"], outside).status == 0)
        #expect(try await run(token, outside).output == "token-of-ada\n")
        let back = try await run(["doctor", "--rekey", "secret-service"], inside)
        #expect(back.status == 0 && back.output.contains("the key is in Secret Service"))
        #expect(try await run(["doctor"], outside).status == 4)
        let rotated = try await run(["doctor", "--rekey"], inside)
        #expect(rotated.status == 0 && rotated.output.contains("the key is in Secret Service"))
        #expect(try await run(token, inside).output == "token-of-ada\n")
    }

    @Test("KEYFOB_KEY_PLACE determines where the key of a new store is kept")
    func environment() async throws {
        let keyring = try await Keyring()
        for (name, place) in [
            ("file", "key file"), ("secret-service", "Secret Service"), ("automatic", "Secret Service"),
        ] {
            let environment = keyring.environment.merging([
                "KEYFOB_HOME": "\(keyring.directory.path)/\(name)", "KEYFOB_KEY_PLACE": name,
            ]) { $1 }
            try await makeStore(environment)
            #expect(try await run(["doctor", "--json"], environment).store()["key"]?["place"] == .string(place))
        }
        let wrong = keyring.environment.merging([
            "KEYFOB_HOME": "\(keyring.directory.path)/wrong", "KEYFOB_KEY_PLACE": "under-the-mat",
        ]) { $1 }
        let refused = try await run(["accounts"], wrong)
        #expect(refused.status == 4 && refused.errors.contains("KEYFOB_KEY_PLACE"))
    }

    @Test("a key in a file loads no library and uses no bus")
    func cheap() async throws {
        let keyring = try await Keyring()
        let base = keyring.environment.merging([
            "KEYFOB_HOME": keyring.directory.path + "/keyfob", "KEYFOB_KEY_PLACE": "file",
        ]) { $1 }
        try await makeStore(base)
        // The files that the dynamic loader opens, according to its own trace.
        let traced = try await run(["doctor"], base.merging(["LD_DEBUG": "files"]) { $1 })
        #expect(traced.status == 0 && traced.errors.contains("libFoundation"))
        #expect(!traced.errors.contains("libsystemd"))
        let other = base.merging([
            "KEYFOB_HOME": keyring.directory.path + "/other", "KEYFOB_KEY_PLACE": "automatic", "LD_DEBUG": "files",
        ]) { $1 }
        #expect(try await makeStore(other).errors.contains("libsystemd"))
    }

    /// Makes a store, as a first sign-in does, although this one fails.
    @discardableResult
    private func makeStore(_ environment: [String: String]) async throws -> ChildProcess.Outcome {
        let outcome = try await run(FailingSignIn.arguments, environment)
        #expect(outcome.status == 1, "\(outcome.errors)")
        return outcome
    }

    private func run(_ arguments: [String], _ environment: [String: String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(BuildProducts.executable("keyfob"), arguments, environment: environment)
    }
}

extension ChildProcess.Outcome {
    fileprivate func document() throws -> JSONValue { try JSONValue(parsing: Array(output.utf8.dropLast())) }

    fileprivate func store() throws -> JSONValue {
        guard case .array(let stores) = try document()["stores"] ?? .null, stores.count == 1 else { return .null }
        return stores[0]
    }
}
