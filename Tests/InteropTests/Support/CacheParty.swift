import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A program that keeps its tokens in a cache that another program shares.
protocol CacheParty: Sendable {
    /// Its name in the table.
    var name: String { get }
    /// Signs Ada in, and returns the access token.
    func signIn() async throws -> String
    /// The user names of the accounts that it lists.
    func accounts() async throws -> [String]
    /// A token without a prompt; nil if there is none.
    func silent(force: Bool) async throws -> SilentAnswer?
    /// Removes Ada.
    func remove() async throws
    /// Ends the program.
    func close()
}

/// The result of a silent call.
struct SilentAnswer: Sendable {
    let token: String
    let isFromCache: Bool
}

/// MSAL Python on a shared cache.
struct PythonParty: CacheParty {
    let name = "MSAL Python"
    let provider: RunningProvider
    let client: MSALPython

    init(_ provider: RunningProvider, authority: String, cache: SharedCache) async throws {
        self.provider = provider
        client = try await MSALPython(
            clientID: Contoso.suite, authority: "\(provider.origin)/\(authority)", caFile: provider.caFile,
            cache: cache.python, reachesLibsecret: cache.keyring != nil, environment: cache.environment)
    }

    func signIn() async throws -> String {
        let result = try await client.signIn(at: provider)
        return try #require(
            result["access_token"]?.stringValue, "\(result["error_description"]?.stringValue ?? "no token")")
    }

    func accounts() async throws -> [String] {
        try await client("accounts")["accounts"]?.arrayValue?.compactMap { $0["username"]?.stringValue } ?? []
    }

    func silent(force: Bool) async throws -> SilentAnswer? {
        let result = try await client(
            "acquire_token_silent",
            ["scopes": .strings([Contoso.read]), "username": .string(Contoso.ada), "force_refresh": .bool(force)])
        return result["access_token"]?.stringValue.map {
            SilentAnswer(token: $0, isFromCache: result["token_source"] == "cache")
        }
    }

    func remove() async throws { try await client("remove_account", ["username": .string(Contoso.ada)]) }

    func close() { client.close() }
}

/// `keyfob` on a shared cache: a process for each call.
struct KeyfobParty: CacheParty {
    let name = "Keyfob"
    let provider: RunningProvider
    private let authority: String
    private let cache: [String]
    private let environment: [String: String]

    init(_ provider: RunningProvider, authority: String, cache: SharedCache) {
        self.provider = provider
        self.authority = "\(provider.origin)/\(authority)"
        self.cache = cache.options
        environment = [
            "KEYFOB_HOME": "\(cache.folder)/home", "PATH": "/usr/bin:/bin",
            "KEYFOB_CA_FILE": provider.caFile, "BROWSER": "/nowhere/browser",
        ].merging(cache.environment) { $1 }
    }

    private var app: [String] {
        ["--client-id", Contoso.suite, "--authority", authority, "--scope", Contoso.read] + cache
    }

    private func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(BuildProducts.executable("keyfob"), arguments, environment: environment)
    }

    func signIn() async throws -> String {
        let login = try ChildProcess(
            BuildProducts.executable("keyfob"), ["login", "--print-url"] + app, environment: environment)
        let address = try #require(await login.nextLine())
        let visit = try await provider.visit(address, as: Contoso.ada)
        let redirect = try #require(HTTPURL(visit.redirect ?? ""))
        _ = try await provider.transport.send(.get(redirect))
        let outcome = await login.outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try await silent(force: false)).token
    }

    func accounts() async throws -> [String] {
        let outcome = try await run(["accounts", "--json"] + cache)
        let document = try JSONValue(parsing: Array(outcome.output.utf8.dropLast()))
        return document["accounts"]?.arrayValue?.compactMap { $0["username"]?.stringValue } ?? []
    }

    func silent(force: Bool) async throws -> SilentAnswer? {
        let outcome = try await run(["token", "--json"] + app + (force ? ["--force-refresh"] : []))
        let document = try JSONValue(parsing: Array(outcome.output.utf8.dropLast()))
        guard outcome.status == 0 else {
            #expect(outcome.status == 3, "\(outcome.output)")
            return nil
        }
        return SilentAnswer(
            token: document["accessToken"]?.stringValue ?? "", isFromCache: document["source"] == "cache")
    }

    func remove() async throws {
        let outcome = try await run(["logout", "--account", Contoso.ada] + cache)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    func close() {}
}
