import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobStoreSecretService
import KeyfobTesting
import Testing

@Suite("Caches of other libraries in the keyring", .repeatedIfKeyringTraps)
struct SharedCacheTests {
    private static let document = Array(#"{"AccessToken": {}, "Account": {"k": {"name": "Ä????>>>>~~~~ÿÿÿ"}}}"#.utf8)
    private static let changed = Array(#"{"AccessToken": {"a": {}}}"#.utf8)

    private static let schemas: [SharedCacheSchema] = [
        .azureCLI, .azureIdentityPython(continuousAccess: true), .azureIdentityPython(continuousAccess: false),
        .msalNet, .azureAuth, .msalNode(service: "Microsoft.Developer.IdentityService", account: "MSALCache"),
        .msalExtensions(schema: String(repeating: "ab", count: 32)),
    ]

    @Test("each library's item is written, found again, replaced and deleted", arguments: schemas)
    func roundTrip(schema: SharedCacheSchema) async throws {
        let keyring = try await Keyring()
        let item = SecretServiceItem(schema, environment: keyring.environment)
        #expect(try item.read() == nil)
        for document in [Self.document, Self.changed] {
            try item.write(document)
            #expect(try SecretServiceItem(schema, environment: keyring.environment).read() == document)
            // As another program sees it: one item, by all attributes, in the library's format.
            let attributes = schema.attributes.merging(["xdg:schema": schema.name]) { $1 }.flatMap {
                [$0.key, $0.value]
            }
            let seen = try await keyring.secretTool(["lookup"] + attributes).output
            let expected = schema.form == .json ? document : Array(Data(document).base64EncodedString().utf8)
            #expect(Array(seen.utf8) == expected)
        }
        try item.delete()
        #expect(try item.read() == nil)
        try item.delete()
    }

    @Test("no item is confused with another library's")
    func apart() async throws {
        let keyring = try await Keyring()
        for (number, schema) in Self.schemas.enumerated() {
            try SecretServiceItem(schema, environment: keyring.environment).write(Array("{\"n\":\(number)}".utf8))
        }
        for (number, schema) in Self.schemas.enumerated() {
            let read = try SecretServiceItem(schema, environment: keyring.environment).read()
            #expect(read == Array("{\"n\":\(number)}".utf8))
        }
    }

    @Test("a document keeps the format of its writer, JSON or base64")
    func form() async throws {
        let keyring = try await Keyring()
        let schema = SharedCacheSchema.azureCLI
        let item = ["type", "Token cache", "xdg:schema", "Microsoft Azure CLI"]
        let text = Data(Self.document).base64EncodedString()
        #expect(try await keyring.secretTool(["store", "--label=x"] + item, input: text).status == 0)
        let cache = SecretServiceItem(schema, environment: keyring.environment)
        #expect(try cache.read() == Self.document)
        try cache.write(Self.changed)
        let seen = try await keyring.secretTool(["lookup"] + item).output
        #expect(seen == Data(Self.changed).base64EncodedString())
    }

    @Test("a document that is no cache is refused, and not overwritten", arguments: ["hello", "aGVsbG8=", "%%%"])
    func foreign(text: String) async throws {
        let keyring = try await Keyring()
        let item = ["type", "Token cache", "xdg:schema", "Microsoft Azure CLI"]
        #expect(try await keyring.secretTool(["store", "--label=x"] + item, input: text).status == 0)
        let cache = SecretServiceItem(.azureCLI, environment: keyring.environment)
        #expect { try cache.read() } throws: { isRefusal($0, without: text) }
        #expect { try cache.write(Self.document) } throws: { isRefusal($0, without: text) }
        #expect(try await keyring.secretTool(["lookup"] + item).output == text)
    }

    @Test("a running MSAL Python sees Keyfob's change at its next read, and vice versa, by the signal file")
    func signals() async throws {
        let keyring = try await Keyring()
        let schema = SharedCacheSchema.azureIdentityPython(continuousAccess: false)
        let signal = keyring.directory.path + "/caches/msal.cache.nocae"
        let cache = try SecretServiceCache(schema, signalPath: signal, environment: keyring.environment)
        #expect(cache.lockPath == signal + ".lockfile")
        // No signal file exists yet: the content that was read is not considered settled.
        #expect(try cache.read() == nil && cache.stamp()?.isSettled == false)
        try FileManager.default.createDirectory(
            atPath: keyring.directory.path + "/caches", withIntermediateDirectories: false)
        let python = try await MSALExtensions(keyring, schema).cache(signalPath: signal)
        defer { python.closeInput() }
        #expect(try await python.ask("find") == "none")
        #expect(try await python.ask("add theirs") == "added")
        for round in 1...5 {
            let before = try #require(try cache.stamp())
            let document = try JSONValue(parsing: #require(try cache.read()))
            let secrets = document["RefreshToken"]?.objectValue?.values.compactMap { $0["secret"]?.stringValue } ?? []
            #expect(secrets.contains("theirs") && secrets.count == round)
            #expect(document["Account"]?.objectValue?.count == 1)
            try cache.write(Self.adding("ours-\(round)", to: document).bytes())
            #expect(try cache.stamp()?.words != before.words)
            let expected = (1...round).map { "ours-\($0)" } + ["theirs"]
            #expect(try await python.ask("find") == expected.joined(separator: " "))
        }
        let before = try #require(try cache.stamp())
        #expect(try await python.ask("add another") == "added")
        #expect(try cache.stamp()?.words != before.words)
        let attributes = try FileManager.default.attributesOfItem(atPath: signal)
        #expect(attributes[.size] as? Int == 0)
    }

    /// The document with one more refresh token.
    private static func adding(_ secret: String, to document: JSONValue) throws -> JSONValue {
        var members = try #require(document.objectValue)
        var tokens = members["RefreshToken"]?.objectValue ?? [:]
        tokens["\(secret)-refreshtoken-c--"] = [
            "credential_type": "RefreshToken", "secret": .string(secret), "home_account_id": .string("\(secret).t"),
            "environment": "login.microsoftonline.com", "client_id": "c",
        ]
        members["RefreshToken"] = .object(tokens)
        return .object(members)
    }

    private func isRefusal(_ error: any Error, without text: String) -> Bool {
        guard let error = error as? AuthError else { return false }
        return error.code == .storeUnavailable && !error.description.contains(text)
    }

    @Test("a keyring that is locked, or missing, is a locked store")
    func locked() async throws {
        let keyring = try await Keyring()
        let cache = SecretServiceItem(.azureCLI, environment: keyring.environment)
        try cache.write(Self.document)
        try keyring.lock()
        for cache in [cache, SecretServiceItem(.azureCLI, environment: [:])] {
            #expect { try cache.read() } throws: { ($0 as? AuthError)?.code == .storeLocked }
            #expect { try cache.write(Self.changed) } throws: { ($0 as? AuthError)?.code == .storeLocked }
        }
        try keyring.unlock()
        #expect(try cache.read() == Self.document)
    }

    @Test(
        "genuine msal-extensions reads Keyfob's writes and vice versa, as Azure CLI and azure-identity use it",
        arguments: [SharedCacheSchema.azureCLI, .azureIdentityPython(continuousAccess: true)])
    func msalExtensions(schema: SharedCacheSchema) async throws {
        let keyring = try await Keyring()
        let cache = SecretServiceItem(schema, environment: keyring.environment)
        let python = try await MSALExtensions(keyring, schema)
        #expect(try await python.run("load") == "nothing")
        _ = try await python.run("save", input: String(decoding: Self.document, as: UTF8.self))
        #expect(try cache.read() == Self.document)
        try cache.write(Self.changed)
        #expect(try await python.run("load") == "found " + String(decoding: Self.changed, as: UTF8.self))
        _ = try await python.run("save", input: String(decoding: Self.document, as: UTF8.self))
        #expect(try cache.read() == Self.document)
        #expect(try await python.run("clear") == "True")
        #expect(try cache.read() == nil)
        // And the other way round: an item that Keyfob made first.
        try cache.write(Self.changed)
        #expect(try await python.run("load") == "found " + String(decoding: Self.changed, as: UTF8.self))
        try cache.delete()
        #expect(try await python.run("load") == "nothing")
    }
}
