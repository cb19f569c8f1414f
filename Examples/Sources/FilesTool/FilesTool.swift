import ArgumentParser

/// A command-line tool for its user's files: after one sign-in every command is silent.
@main
struct FilesTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files-tool", abstract: "Lists your files in Contoso Files.",
        subcommands: [LogIn.self, List.self, LogOut.self])
}
