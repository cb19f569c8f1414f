#if Server
package import ArgumentParser
import Foundation
import KeyfobCore

/// `keyfob token`: prints a token. `keyfob` takes it from the store; if the network is needed, `keyfob-signin` runs the
/// whole command.
package struct TokenCommand<Source: TokenSource>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        var configuration = CommandConfiguration(
            commandName: "token", abstract: "Print an access token or an id token, without ever prompting.",
            discussion:
                "The token is taken from the store, or refreshed. Exit status 3 means that a user has to sign in.")
        // Otherwise the parser, where it parses this command alone, first looks for a request for a completion script.
        configuration._superCommandName = "keyfob"
        return configuration
    }

    @OptionGroup var options: TokenOptions

    @Option(
        help: ArgumentHelp(
            "The form: text (default), json, kubectl, curl or header.",
            discussion: "kubectl is its exec credential; curl is a line for curl --config.", valueName: "form"))
    var output: TokenForm?

    @Option(
        name: .customLong("output-file"),
        help: ArgumentHelp(
            "Write to this file, with mode 0600, and print nothing.",
            discussion: "With --id-token it is the file that AWS_WEB_IDENTITY_TOKEN_FILE names.", valueName: "file"),
        completion: .file())
    var outputFile: String?

    package init() {}

    package func validate() throws {
        guard !options.store.asJSON || output == nil || output == .json else {
            throw ValidationError("--json and --output name two forms; pass one of them.")
        }
        guard outputFile?.isEmpty != true else { throw ValidationError("The output file's name is empty.") }
    }

    package func run() async throws {
        let source = Source()
        let token = try await source.token(for: options.request())
        token.warnIfUnsaved()
        let form = output ?? (options.store.asJSON ? .json : .text)
        do throws(AuthError) {
            let text = try form.text(of: token, environment: ProcessInfo.processInfo.environment)
            if let outputFile {
                // Programs that read such a file take all of it for the token.
                let bytes = Array(text.reveal().utf8)
                try ReplacedFile.write(form == .text ? bytes.dropLast() : bytes, to: outputFile)
            } else {
                Output.secretText(text)
            }
        } catch {
            await source.finish()
            throw error
        }
        await source.finish()
    }
}
#endif
