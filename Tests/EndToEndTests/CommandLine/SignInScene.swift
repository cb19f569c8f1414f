import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A provider with its seeded tenant, the tool that trusts it, and a person at a browser.
struct SignInScene: Sendable {
    let provider: ProviderProcess
    var tool: Tool
    private let authority: String

    static let ada = Person(user: "ada@contoso.test", password: "Keyfob-demo-1")
    static let grace = Person(user: "grace@contoso.test", password: "Keyfob-demo-1")

    init() async throws {
        tool = try Tool()
        provider = ProviderProcess(
            directory: "\(tool.directory.path)/provider", environment: tool.environment,
            transport: { try AsyncHTTPTransport(trust: .caFile($0)) })
        try await provider.start()
        tool.environment["KEYFOB_CA_FILE"] = provider.caFile
        authority = "https://localhost:\(try await provider.baseURL().effectivePort)/contoso.test"
    }

    /// The options that name the suite's app, the provider and one scope of its API.
    var app: [String] {
        [
            "--client-id", "aaaaaaaa-0000-4000-8000-000000000001", "--authority", authority,
            "--scope", "api://files/Files.Read",
        ]
    }

    /// Runs a test, then ends the provider and removes everything.
    static func play(_ body: (SignInScene) async throws -> Void) async throws {
        let scene = try await SignInScene()
        let result: Result<Void, any Error>
        do { result = .success(try await body(scene)) } catch { result = .failure(error) }
        await scene.provider.stop()
        scene.tool.remove()
        try result.get()
    }

    /// Visits an address as a person, and follows the redirect to the tool's own page.
    @discardableResult
    func visit(_ address: String, as person: Person) async throws -> Person.Visit {
        let transport = try await provider.transport()
        var browser = FormBrowser(transport: transport)
        let visit = try await person.visit(#require(HTTPURL(address)), with: &browser)
        if let redirect = visit.redirect {
            let page = try await transport.send(.get(#require(HTTPURL(redirect))))
            #expect(page.status == 200)
        }
        return visit
    }

    /// Signs in with `--print-url`.
    @discardableResult
    func logIn(as person: Person = ada, _ options: String...) async throws -> ChildProcess.Outcome {
        try await logIn(app + options, as: person)
    }

    /// Signs in with `--print-url` and these arguments alone.
    @discardableResult
    func logIn(_ arguments: [String], as person: Person = ada) async throws -> ChildProcess.Outcome {
        let login = try tool.start(["login", "--print-url"] + arguments)
        let address = try #require(await login.nextLine())
        try await visit(address, as: person)
        return await login.outcome()
    }
}
