import ArgumentParser
import Foundation
import KeyfobCache
import KeyfobCommandLine
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The store of --cache-keyring", .repeatedIfKeyringTraps, .timeLimit(.minutes(10)))
struct CacheKeyringTests {
    /// The cache of a program: its signal file, and the attributes by which `secret-tool` finds the item.
    struct Place: Sendable, CustomTestStringConvertible {
        let program: String
        let signal: String
        let item: [String]
        var isBase64 = false

        var testDescription: String { program }
    }

    private static let microsoft = "Microsoft.Developer.IdentityService"
    private static let places = [
        Place(
            program: "azure-cli", signal: ".azure/msal_token_cache.sig",
            item: ["xdg:schema", "Microsoft Azure CLI", "type", "Token cache"]),
        Place(
            program: "azure-identity", signal: ".IdentityService/msal.cache.nocae",
            item: ["xdg:schema", "msal.cache.nocae", "MsalClientID", microsoft]),
        Place(
            program: "azure-identity-cae", signal: ".IdentityService/msal.cache.cae",
            item: ["xdg:schema", "msal.cache.cae", "MsalClientID", microsoft]),
        Place(
            program: "azure-identity-node", signal: ".IdentityService/msal.cache.nocae",
            item: ["xdg:schema", "org.freedesktop.Secret.Generic", "service", microsoft, "account", "MSALCache"]),
        Place(
            program: "git-credential-manager", signal: ".local/.IdentityService/msal.cache",
            item: ["xdg:schema", "msal.cache", "MsalClientID", microsoft, microsoft, "1.0.0.0"], isBase64: true),
    ]

    private func save(_ options: [String], _ environment: [String: String]) async throws {
        let store = try ToolStore(StoreOptions.parse(options), environment: environment).credentials
        try await store.write { transaction throws(AuthError) in
            var input = SaveInput(
                homeAccountID: "ada.tenant", environment: "contoso.test", realm: "tenant", clientID: "client",
                app: ToolIdentity.appIdentifier, localAccountID: "ada", username: "ada@contoso.test",
                cachedAt: 1_900_000_000, expiresOn: 1_900_003_600)
            input.refreshToken = Secret("refresh-of-ada")
            try CredentialRules.save(input, in: transaction)
        }
    }

    private func lookUp(_ item: [String], in keyring: Keyring) async throws -> String {
        try await ChildProcess.run(
            "/usr/bin/env", ["secret-tool", "lookup"] + item, environment: keyring.environment
        ).output
    }

    @Test("Each program's cache is found where that program keeps it", arguments: places)
    func place(place: Place) async throws {
        let keyring = try await Keyring()
        try await save(["--cache-keyring", place.program], keyring.environment)
        let home = try #require(keyring.environment["HOME"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(home)/\(place.signal)")).isEmpty)
        let kept = try await lookUp(place.item, in: keyring)
        let text = place.isBase64 ? String(decoding: Data(base64Encoded: kept) ?? Data(), as: UTF8.self) : kept
        #expect(text.hasPrefix("{") && text.contains("refresh-of-ada"))
    }

    @Test("A program without a known place is given by its signal file, after which msal-extensions names the item")
    func signalFile() async throws {
        let keyring = try await Keyring()
        try FileManager.default.createDirectory(
            atPath: "\(keyring.directory.path)/cli", withIntermediateDirectories: false)
        for (name, folder) in [("azureauth", "auth"), ("msal-extensions", "app")] {
            #expect(throws: (any Error).self) { try StoreOptions.parse(["--cache-keyring", name]) }
            let file = "\(keyring.directory.path)/\(folder).sig"
            try await save(["--cache-keyring", name, "--cache-file", file], keyring.environment)
            #expect(FileManager.default.fileExists(atPath: file))
        }
        let sum = try await ChildProcess.run(
            "/usr/bin/env", ["sha256sum"], environment: keyring.environment,
            input: "\(keyring.directory.path)/app.sig")
        let schema = String(sum.output.prefix(64))
        #expect(try await lookUp(["xdg:schema", schema], in: keyring).contains("refresh-of-ada"))

        let moved = keyring.environment.merging(["AZURE_CONFIG_DIR": "\(keyring.directory.path)/cli"]) { $1 }
        try await save(["--cache-keyring", "azure-cli"], moved)
        #expect(FileManager.default.fileExists(atPath: "\(keyring.directory.path)/cli/msal_token_cache.sig"))
    }

    @Test("The tool lists and removes tokens; without a keyring it reports that, and wrong options are wrong use")
    func tool() async throws {
        let keyring = try await Keyring()
        let tool = try Tool()
        defer { tool.remove() }
        let environment = tool.environment.merging(keyring.environment.filter { $0.key != "PATH" }) { $1 }
        func run(_ arguments: String..., environment: [String: String]) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(BuildProducts.executable("keyfob"), arguments, environment: environment)
        }
        try await save(["--cache-keyring", "azure-cli"], keyring.environment)
        let listed = try await run("accounts", "--json", "--cache-keyring", "azure-cli", environment: environment)
        #expect(listed.status == 0 && listed.output.contains("ada@contoso.test"), "\(listed.output)")
        let removed = try await run(
            "logout", "--account", "ada@contoso.test", "--cache-keyring", "azure-cli", environment: environment)
        #expect(removed.status == 0, "\(removed.errors)")
        let item = ["xdg:schema", "Microsoft Azure CLI", "type", "Token cache"]
        #expect(try await lookUp(item, in: keyring).contains("refresh-of-ada") == false)

        await keyring.kill()
        let alone = try await run("accounts", "--json", "--cache-keyring", "azure-cli", environment: environment)
        #expect(alone.status == 4, "\(alone.output)")
        #expect(try alone.errorCode() == "storeLocked")

        let two = try await run(
            "accounts", "--cache-keyring", "azure-cli", "--access-group", "a.b", environment: environment)
        #expect(two.status == 2 && two.errors.contains("--cache-keyring"))
        let unknown = try await run("accounts", "--cache-keyring", "clippy", environment: environment)
        #expect(unknown.status == 2 && unknown.errors.contains("git-credential-manager"), "\(unknown.errors)")
    }
}
