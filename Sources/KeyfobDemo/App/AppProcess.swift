#if Server
import ArgumentParser
import Foundation
import Keyfob
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobTesting

/// One app of the demo, in its own process: an ordinary user of the product `Keyfob`.
///
/// A person's actions in the app are lines on standard input (`sign-in`, `call`, `accounts`, ...), and the app's output
/// are lines on standard output. The app uses the public API and nothing else; only its clock is the demo's, and its
/// transport trusts the demo's certificate authority.
struct AppProcess: Sendable {
    let configuration: AppConfiguration
    let application: PublicClientApplication

    init(_ configuration: AppConfiguration, environment: [String: String]) throws {
        self.configuration = configuration
        let transport = try AsyncHTTPTransport(trust: .caFile(configuration.caFile))
        application = try PublicClientApplication(
            configuration: ClientConfiguration(
                clientID: configuration.clientID, redirectURI: RedirectURI(configuration.redirectURI),
                authority: Authority(configuration.authority), accessGroup: AccessGroup(configuration.accessGroup)),
            processEnvironment: environment, transport: transport,
            clock: FileClock(path: configuration.clockFile))
    }

    /// Serves requests until standard input ends.
    func run() async {
        for await line in Self.lines() {
            let answer = await self.answer(to: line)
            // Not `print` and `fflush`: flushing every stream would wait for the thread that reads standard input. When
            // the output is closed, no more requests come either.
            guard (try? StandardStream.output.write(answer.text() + "\n")) != nil else { return }
        }
    }

    private func answer(to line: String) async -> JSONValue {
        do {
            guard let request = try? JSONValue(parsing: line), let verb = request["do"]?.stringValue else {
                throw AuthError.configuration("The app did not understand the request.")
            }
            return try await perform(verb, request)
        } catch {
            return Self.describe(error)
        }
    }

    private func perform(_ verb: String, _ request: JSONValue) async throws(AuthError) -> JSONValue {
        let username = request["user"]?.stringValue
        let scopes = ScopeSet((request["scopes"]?.arrayValue ?? []).compactMap(\.stringValue))
        let wanted = scopes.isEmpty ? ScopeSet(configuration.scopes) : scopes
        switch verb {
        case "sign-in":
            let result = try await application.acquireToken(
                InteractiveParameters(
                    scopes: wanted, prompt: username == nil ? nil : .selectAccount, loginHint: username))
            return Self.describe(result)
        case "call":
            guard let account = try account(username) else {
                throw AuthError(
                    .interactionRequired, origin: .app, message: "No account is signed in to this app.",
                    remedy: "Sign in.")
            }
            let force = request["force"]?.boolValue ?? false
            let result = try await application.acquireTokenSilent(
                SilentParameters(scopes: wanted, account: account, forceRefresh: force))
            return Self.describe(result)
        case "accounts":
            let accounts = try application.accounts()
            return ["ok": true, "accounts": .strings(accounts.compactMap(\.username).sorted())]
        case "remove":
            if let account = try account(username) { try await application.removeAccount(account) }
            return ["ok": true]
        case "wipe":
            if let account = try account(username) { try await application.wipeAccount(account) }
            return ["ok": true]
        default:
            throw .configuration("The app did not understand the request.")
        }
    }

    private func account(_ username: String?) throws(AuthError) -> Account? {
        try application.accounts().first { username == nil || $0.username == username }
    }

    /// Standard input, line by line, read on a separate thread: reading blocks.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}

/// `keyfob-demo app --config FILE`: one app of the demo.
struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Runs one app of the story, driven by lines on standard input.",
        shouldDisplay: false)

    @Option(help: "The app's configuration, a JSON file.")
    var config: String

    func run() async throws {
        let app = try AppProcess(
            AppConfiguration(file: config), environment: ProcessInfo.processInfo.environment)
        await app.run()
    }
}
#endif
