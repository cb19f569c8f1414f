#if Server
package import ArgumentParser
import Foundation
import KeyfobCore

/// `keyfob credential docker`: a credential helper for Docker, also under the name `docker-credential-keyfob`.
package struct DockerCredentialCommand<Source: TokenSource>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "docker", abstract: "A credential helper for Docker: the secret is a token.",
            usage: "keyfob credential docker [<profile>] <operation>",
            discussion: """
                Docker adds the operation: get, list, store or erase. A link to keyfob named docker-credential-keyfob \
                in PATH is this command; Docker's config.json names it as "credHelpers": {"HOST": "keyfob"}. \
                Without a profile it is the one whose 'hosts' name the registry. Nothing is ever stored.
                """)
    }

    /// Docker takes this text, and no other, for a registry without credentials.
    private static var notFound: String { "credentials not found in native keychain" }

    private static var operations: [String] { ["get", "list", "store", "erase"] }

    @Argument(
        help: ArgumentHelp("The profile, and the operation.", valueName: "profile> <operation"),
        completion: .profiles(or: Self.operations))
    var words: [String]

    @OptionGroup var trust: TrustOptions
    @OptionGroup var store: StoreOptions

    package init() {}

    package func validate() throws {
        guard words.count <= 2 else { throw ValidationError("Pass a profile and one operation.") }
        guard let last = words.last, Self.operations.contains(last) else {
            throw ValidationError("The operation is one of \(Self.operations.joined(separator: ", ")).")
        }
    }

    package func run() async throws {
        switch words[words.count - 1] {
        case "get": try await get()
        case "list": try list()
        case "store": throw failed("keyfob gets tokens itself: sign in with \"keyfob login\", not with docker login.")
        default: break
        }
    }

    private func get() async throws {
        do throws(AuthError) {
            let server = String(decoding: try StandardInput.readAndPutBack(), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard let host = Self.host(of: server), let client = try client(for: host) else {
                throw .wrongUse(Self.notFound)
            }
            let request = try TokenRequest(
                client, store: store, trust: trust,
                log: DiagnosticLog(environment: ProcessInfo.processInfo.environment))
            let source = Source()
            let token = try await source.token(for: request)
            token.warnIfUnsaved()
            let credential: JSONValue = [
                "ServerURL": .string(server), "Secret": .string(token.secret.reveal()),
                "Username": .string(client.profile?.username ?? CredentialHosts.username),
            ]
            Output.secretText(Secret(credential.printableText() + "\n"))
            await source.finish()
        } catch {
            throw failed(error.message == Self.notFound ? Self.notFound : ErrorReport(error).text, ExitStatus(error))
        }
    }

    private func list() throws {
        let file = try ConfigurationFile(environment: ProcessInfo.processInfo.environment)
        var names: [String: JSONValue] = [:]
        for profile in file.profiles {
            for host in profile.hosts { names[host] = .string(profile.username ?? CredentialHosts.username) }
        }
        Output.json(.object(names))
    }

    /// The client for a registry; nil if none may give it a token.
    private func client(for host: String) throws(AuthError) -> ChosenClient? {
        let environment = ProcessInfo.processInfo.environment
        var profile = words.count == 2 ? words[0] : nil
        if profile == nil {
            profile = try ConfigurationFile(environment: environment).profiles.first { $0.hosts.contains(host) }?.name
        }
        let chosen = try ChosenClient(ClientSettings(), profile: profile, environment: environment)
        return try CredentialHosts(chosen).contain(host) ? chosen : nil
    }

    /// The host of a registry, which Docker names with or without a scheme and a path.
    private static func host(of server: String) -> String? {
        var rest = server[...]
        if rest.hasPrefix("https://") { rest = rest.dropFirst(8) }
        let host = rest.prefix { $0 != "/" }
        return host.isEmpty || host.contains("@") || rest.contains("://") ? nil : CredentialHosts.plain(String(host))
    }

    /// Docker shows what a helper that fails has written to standard output.
    private func failed(_ message: String, _ status: ExitStatus = .failed) -> ExitStatus {
        Output.line(message)
        return status == .wrongUse ? .failed : status
    }
}
#endif
