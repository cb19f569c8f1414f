#if Server
package import ArgumentParser
import Foundation
import KeyfobCore

/// `keyfob credential git`: a credential helper for git (gitcredentials(7)).
package struct GitCredentialCommand<Source: TokenSource>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "git", abstract: "A credential helper for git: the password is a token.",
            usage: "keyfob credential git [<profile>] <operation>",
            discussion: """
                git adds the operation: get, store or erase. Configure it for a host: git config \
                credential.https://HOST.helper '!keyfob credential git PROFILE'. store does nothing; erase refreshes \
                the token that git names, because the server has refused it.
                """)
    }

    @Argument(
        help: ArgumentHelp("The profile, and the operation.", valueName: "profile> <operation"),
        completion: .profiles(or: ["get", "store", "erase"]))
    var words: [String]

    @OptionGroup var trust: TrustOptions
    @OptionGroup var store: StoreOptions

    package init() {}

    package func validate() throws {
        guard words.count <= 2 else { throw ValidationError("Pass a profile and one operation.") }
    }

    package func run() async throws {
        let operation = words[words.count - 1]
        // gitcredentials(7): a helper ignores operations that it does not know.
        guard operation == "get" || operation == "erase" else { return }
        let asked = Self.attributes(try StandardInput.readAndPutBack())
        let chosen = try ChosenClient(
            ClientSettings(), profile: words.count == 2 ? words[0] : nil,
            environment: ProcessInfo.processInfo.environment)
        guard asked["protocol"] == "https", let host = asked["host"], try CredentialHosts(chosen).contain(host) else {
            return
        }
        let request = try TokenRequest(
            chosen, store: store, trust: trust,
            log: DiagnosticLog(environment: ProcessInfo.processInfo.environment))
        let source = Source()
        if operation == "erase" {
            await erase(asked["password"], request, source)
        } else {
            let token = try await source.token(for: request)
            token.warnIfUnsaved()
            let username = asked["username"] ?? chosen.profile?.username ?? CredentialHosts.username
            var text = try FormValue.git("username", username, remedy: "Correct 'username' of the profile.")
            text += try FormValue.git("password", token.secret.reveal(), remedy: FormValue.serverFault)
            if let expiry = token.expiresOn { text += "password_expiry_utc=\(expiry.unixSeconds)\n" }
            Output.secretText(Secret(text))
        }
        await source.finish()
    }

    /// Refreshes a token that the server has refused. A failure is left to the next `get`.
    private func erase(_ password: String?, _ request: TokenRequest, _ source: Source) async {
        guard let stored = try? await source.token(for: request), stored.secret.reveal() == password else { return }
        var again = request
        again.forceRefresh = true
        _ = try? await source.token(for: again)
    }

    /// The lines `name=value` up to an empty one; the last one of a name counts.
    private static func attributes(_ bytes: [UInt8]) -> [String: String] {
        var attributes: [String: String] = [:]
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard !line.isEmpty else { break }
            guard let sign = line.firstIndex(of: 0x3D) else { continue }
            let name = String(decoding: line[..<sign], as: UTF8.self)
            attributes[name] = String(decoding: line[line.index(after: sign)...], as: UTF8.self)
        }
        return attributes
    }
}
#endif
