#if Server && LinuxTransport
import ArgumentParser
import KeyfobCommandLine

/// `keyfob-signin`: the commands of `keyfob` that need the network or the browser. Its help and messages name `keyfob`,
/// which the user has typed.
@main
struct KeyfobSigninTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob", abstract: "Sign in once, and get tokens for every app of a suite.",
        subcommands: [
            LoginCommand.self, TokenCommand<FreshTokens>.self, ExplainCommand.self, ExecCommand<FreshTokens>.self,
            CredentialCommand<FreshTokens>.self, LogoutCommand<NetworkRevocation>.self,
        ])

    static func main() async { await CommandTool.main(Self.self) }
}
#else
import Foundation

@main
struct KeyfobSigninTool {
    static func main() {
        let reason = "keyfob-signin was built without the package traits \"Server\" and \"LinuxTransport\".\n"
        try? FileHandle.standardError.write(contentsOf: Data(reason.utf8))
        exit(4)
    }
}
#endif
