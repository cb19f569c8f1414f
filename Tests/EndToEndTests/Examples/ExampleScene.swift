#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// A provider with its seeded tenant, and the programs of `Examples/` as a new user would run them against it: a
/// process each, with their own home, and a person at the browser that they open.
struct ExampleScene: Sendable {
    let directory: TemporaryDirectory
    let provider: ProviderProcess
    let browserFolder: BrowserFolder
    let origin: String
    var environment: [String: String]

    /// Where `make examples` leaves the programs.
    static var folder: String {
        if let named = ProcessInfo.processInfo.environment["KEYFOB_EXAMPLES"] { return named }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return root.appendingPathComponent("Examples/.build/debug").path
    }

    init() async throws {
        directory = try TemporaryDirectory("keyfob-example")
        browserFolder = BrowserFolder(directory: directory.path)
        try browserFolder.setUser(SeedNames.ada)
        environment = [
            "KEYFOB_HOME": "\(directory.path)/home", "KEYFOB_KEY_PLACE": "file", "HOME": directory.path,
            "PATH": "/usr/bin:/bin",
        ]
        provider = ProviderProcess(
            directory: "\(directory.path)/idp", environment: environment,
            transport: { caFile throws(AuthError) in try AsyncHTTPTransport(trust: .caFile(caFile)) })
        try await provider.start()
        origin = try await provider.baseURL().origin
        environment["KEYFOB_CA_FILE"] = provider.caFile
        environment["BROWSER"] =
            "\(BuildProducts.executable("keyfob-demo")) browser --browser-folder \(directory.path) --ca-file \(provider.caFile)"
    }

    /// Runs a test, then ends the provider and removes everything.
    static func play(_ body: (ExampleScene) async throws -> Void) async throws {
        let scene = try await ExampleScene()
        let result: Result<Void, any Error>
        do { result = .success(try await body(scene)) } catch { result = .failure(error) }
        await scene.provider.stop()
        scene.directory.remove()
        try result.get()
    }

    /// Starts one of the programs.
    func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        let path = "\(Self.folder)/\(program)"
        try #require(
            FileManager.default.isExecutableFile(atPath: path), "\(path) is not there. Build it with: make examples")
        return try ChildProcess(path, arguments, environment: environment)
    }

    /// Runs one of the programs to its end.
    func run(_ program: String, _ arguments: String...) async throws -> ChildProcess.Outcome {
        try await start(program, arguments).outcome()
    }

    /// The options that point a program to this provider.
    var options: [String] { ["--authority", "\(origin)/contoso.test", "--api", "\(origin)/api/files"] }

    /// Opens the page that a device-code message names, on another device, and enters the code as the person at the
    /// browser.
    func enterCode(from message: String) async throws {
        let words = message.split { $0.isWhitespace }.map { $0.trimmingCharacters(in: .punctuationCharacters) }
        let address = try #require(words.first { $0.hasPrefix("https://") }.flatMap { HTTPURL($0) })
        var person = try browserFolder.person()
        person.userCode = words.first {
            $0.count >= 8 && $0.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }
        }
        var browser = FormBrowser(transport: try await provider.transport())
        #expect(try await person.visit(address, with: &browser).pages.last == "device-done")
    }

    /// The number of passwords entered at the provider.
    func passwordPrompts() async throws -> Int {
        try await provider.admin().count("password_prompt")
    }
}
#endif
