#if Server
import ArgumentParser
import KeyfobCommandLine
import KeyfobCore

/// `keyfob`: runs the commands that need neither network nor browser itself, so that it starts fast; for the others it
/// executes one of the sibling tools.
@main
struct KeyfobTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob",
        abstract: "Sign in once, and get tokens for every app of a suite.",
        discussion: """
            A profile is a client under a name: "keyfob config add" makes one, and "keyfob login", "token" and others \
            take its name in place of flags.

            Exit status: 0 done, 1 failed, 2 wrong use, 3 a user has to sign in, 4 wrong configuration or locked store.
            Environment: KEYFOB_HOME is the directory of all data; KEYFOB_CONFIG is the configuration file; \
            KEYFOB_PROFILE, KEYFOB_CLIENT_ID, KEYFOB_ISSUER, KEYFOB_AUTHORITY and KEYFOB_SCOPE take precedence over \
            it; KEYFOB_CA_FILE or SSL_CERT_FILE names the \
            certification authorities to trust; BROWSER is the command that opens the sign-in page; \
            KEYFOB_LOG is verbose or trace; NO_COLOR turns colours off; KEYFOB_PROGRESS_DELAY is in seconds; \
            KEYFOB_KEY_PLACE (automatic, file, secret-service) is the place of a new store's key.
            """,
        version: KeyfobRelease.line(of: "keyfob"),
        subcommands: [
            LoginCommand.self, TokenCommand<StoredTokens>.self, ExplainCommand.self, AccountsCommand.self,
            LogoutCommand<PassedOnRevocation>.self, ConfigCommand.self, ExecCommand<StoredTokens>.self,
            CredentialCommand<StoredTokens>.self, DoctorCommand.self, DemoCommand.self, IdPCommand.self,
            BrokerCommand.self, MigrateCommand.self,
        ])

    static func main() async {
        let passedOn: [any PassedOnCommand.Type] = [
            LoginCommand.self, DemoCommand.self, IdPCommand.self, BrokerCommand.self, MigrateCommand.self,
        ]
        let words = Array(CommandLine.arguments.dropFirst())
        if let text = ShellCompletion.output(for: words, of: Self.self, passingOn: passedOn) {
            return StandardStream.output.writeOrEnd(text, speaker: "Error")
        }
        await CommandTool.main(Self.self, passingOn: passedOn.compactMap { $0.configuration.commandName })
    }
}
#else
import Foundation

@main
struct KeyfobTool {
    static func main() {
        try? FileHandle.standardError.write(
            contentsOf: Data("keyfob was built without the package trait \"Server\".\n".utf8))
        exit(4)
    }
}
#endif
