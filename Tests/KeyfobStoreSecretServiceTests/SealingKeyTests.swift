import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobDBus
import KeyfobStoreSQLite
import KeyfobStoreSecretService
import KeyfobTesting
import Testing

@Suite("A store whose key is in the keyring", .repeatedIfKeyringTraps)
struct SealingKeyTests {
    private static let place = "Secret Service"

    @Test("keys in the keyring conform", arguments: SealingKeyProviderConformance.checks)
    func conformance(check: ConformanceCheck<any SealingKeyProvider>) async throws {
        let keyring = try await Keyring()
        try await check.run(SecretServiceSealingKey(environment: keyring.environment))
    }

    @Test("a new store uses the keyring if it is open, and every process that reaches it reads the store")
    func chosen() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        try await home.open(keyring.environment).add("ada", token: "token-of-ada")
        let store = try home.open(keyring.environment)
        #expect(try store.token(of: "ada") == "token-of-ada")
        #expect(try store.keyPlace() == Self.place)
        #expect(home.keyFiles().isEmpty)
        // Whatever is chosen later, the store records where its key is.
        #expect(try home.open(keyring.environment, choice: .file).token(of: "ada") == "token-of-ada")
        #expect(home.keyFiles().isEmpty)
    }

    @Test(
        "a new store uses a file, silently, where no keyring is open", arguments: ["no bus", "no keyring", "locked"])
    func fallback(what: String) async throws {
        let keyring = try await Keyring(password: what == "no keyring" ? nil : "correct horse")
        if what == "locked" { try keyring.lock() }
        let environment = what == "no bus" ? [:] : keyring.environment
        let home = try StoreHome()
        let store = try home.open(environment)
        try await store.add("ada", token: "token-of-ada")
        #expect(try store.keyPlace() == "key file")
        #expect(home.keyFiles().count == 1)
        // Chosen once: opening the keyring afterwards changes nothing.
        if what == "locked" { try keyring.unlock() }
        #expect(try home.open(environment).token(of: "ada") == "token-of-ada")
        #expect(try home.open(environment).keyPlace() == "key file")
    }

    @Test("a new store that must have the keyring fails without it, and creates no key elsewhere")
    func forced() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        try keyring.lock()
        expectLocked("is locked") { _ = try home.open(keyring.environment, choice: .secretService) }
        expectLocked("no session bus") { _ = try home.open([:], choice: .secretService) }
        expectLocked("not a socket of this machine") {
            _ = try home.open(["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"], choice: .secretService)
        }
        #expect(home.keyFiles().isEmpty)
        try keyring.unlock()
        try await home.open(keyring.environment, choice: .secretService).add("ada", token: "token-of-ada")
        #expect(try home.open(keyring.environment).keyPlace() == Self.place)
    }

    @Test("while the keyring is locked, listing works and tokens are a locked store; unlocking fixes everything")
    func locked() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        try await home.open(keyring.environment).add("ada", token: "token-of-ada")
        try keyring.lock()
        let store = try home.open(keyring.environment)
        expectLocked("is locked") { _ = try store.token(of: "ada") }
        await #expect { try await store.add("grace", token: "t") } throws: {
            ($0 as? AuthError)?.code == .storeLocked
        }
        #expect(try CredentialRules.accounts(in: store, clientID: "client", app: "app").count == 1)
        #expect(home.keyFiles().isEmpty)
        try keyring.unlock()
        // The same handle, without opening anything again.
        #expect(try store.token(of: "ada") == "token-of-ada")
        try await store.add("grace", token: "token-of-grace")
    }

    @Test("a process that has the key continues when the keyring ends; one that starts then finds the store locked")
    func gone() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        let running = try home.open(keyring.environment)
        try await running.add("ada", token: "token-of-ada")
        #expect(try running.token(of: "ada") == "token-of-ada")
        await keyring.kill()
        #expect(try running.token(of: "ada") == "token-of-ada")
        try await running.add("grace", token: "token-of-grace")
        #expect(try running.token(of: "grace") == "token-of-grace")
        let late = try home.open(keyring.environment)
        expectLocked("does not answer") { _ = try late.token(of: "grace") }
        await keyring.killBus()
        expectLocked("does not answer") { _ = try late.token(of: "grace") }
        #expect(home.keyFiles().isEmpty)
    }

    @Test("of two processes the one without a bus finds the store locked, and changes nothing")
    func withoutBus() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        let inside = try home.open(keyring.environment)
        try await inside.add("ada", token: "token-of-ada")
        let outside = try home.open([:])
        expectLocked("no session bus") { _ = try outside.token(of: "ada") }
        await #expect { try await outside.add("grace", token: "t") } throws: {
            ($0 as? AuthError)?.code == .storeLocked
        }
        #expect(try outside.homeAccountIDs() == ["ada.tenant"])
        #expect(try inside.token(of: "ada") == "token-of-ada")
        #expect(home.keyFiles().isEmpty)
    }

    @Test("another key in the keyring than the store's own is refused, and left unchanged")
    func anotherKey() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        try await home.open(keyring.environment).add("ada", token: "token-of-ada")
        let id = try #require(home.report(keyring.environment).keyID)
        let item = ["xdg:schema", "org.keyfob.SealingKey", "id", id]
        let other = String(repeating: "07", count: 32)
        let stored = try await keyring.secretTool(["store", "--label=planted"] + item, input: other)
        #expect(stored.status == 0)
        let store = try home.open(keyring.environment)
        expectLocked("not the one") { _ = try store.token(of: "ada") }
        #expect(try await keyring.secretTool(["lookup"] + item).output == other)
        _ = try await keyring.secretTool(["store", "--label=planted"] + item, input: "no key")
        expectLocked("no key") { _ = try store.token(of: "ada") }
        #expect(try await keyring.secretTool(["clear"] + item).status == 0)
        expectLocked("none for this store") { _ = try store.token(of: "ada") }
        #expect(home.keyFiles().isEmpty)
    }

    @Test("secret-tool finds the key by its attributes: a backup that it makes restores the store")
    func secretTool() async throws {
        let keyring = try await Keyring()
        let home = try StoreHome()
        try await home.open(keyring.environment).add("ada", token: "token-of-ada")
        let id = try #require(home.report(keyring.environment).keyID)
        let item = ["xdg:schema", "org.keyfob.SealingKey", "id", id]
        let backup = try await keyring.secretTool(["lookup"] + item).output
        #expect(Hex.decode(backup)?.count == 32)
        let shown = try await keyring.secretTool(["search"] + item)
        #expect((shown.output + shown.errors).contains("label = Keyfob: key of a credential store"))
        #expect(try await keyring.secretTool(["clear"] + item).status == 0)
        let store = try home.open(keyring.environment)
        expectLocked("none for this store") { _ = try store.token(of: "ada") }
        _ = try await keyring.secretTool(["store", "--label=backup"] + item, input: backup)
        #expect(try store.token(of: "ada") == "token-of-ada")
    }

    @Test("a silent bus times out: a new store uses a file, an old one is locked")
    func silent() async throws {
        let directory = try TemporaryDirectory("keyfob-silent")
        defer { directory.remove() }
        let descriptor = try SilentSocket.listen(directory.path + "/bus")
        defer { close(descriptor) }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory.path)/bus"]
        let silent = SecretServiceSealingKey(environment: environment, timeoutSeconds: 0.2)
        expectLocked("does not answer in time") { _ = try silent.key(id: "0f") }
        let home = try StoreHome()
        let file = FileSealingKey(directory: home.path + "/keys")
        let places = SealingKeyPlaces(choice: nil, file: file, keyring: silent, runningKeyring: silent)
        let store = try SQLiteCredentialStore(group: .standard, home: home.path, places: places)
        #expect(try store.keyPlace() == "key file")
    }

    @Test("a keyring that lasts only for the session is no place for a key")
    func sessionKeyring() async throws {
        let keyring = try await Keyring()
        let session = "/org/freedesktop/secrets/collection/session"
        _ = try keyring.connect().call(
            DBusCall(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "SetAlias",
                [.string("default"), .objectPath(session)]))
        let home = try StoreHome()
        expectLocked("no default keyring that lasts") {
            _ = try home.open(keyring.environment, choice: .secretService)
        }
        #expect(try home.open(keyring.environment).keyPlace() == "key file")
    }

    private func expectLocked(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = failure(body)
        #expect(error?.code == .storeLocked, sourceLocation: sourceLocation)
        #expect(error?.remedy != nil, sourceLocation: sourceLocation)
        for part in [Self.place, text] {
            #expect(
                error?.description.contains(part) == true, "\(error?.description ?? "")", sourceLocation: sourceLocation
            )
        }
    }

    private func failure(_ body: () throws -> Void) -> AuthError? {
        do {
            try body()
            return nil
        } catch {
            return error as? AuthError
        }
    }
}
