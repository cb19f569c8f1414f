import ArgumentParser

/// A command-line tool that works with its user's files: sign in once, then every command is silent.
@main
struct FilesTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files-tool", abstract: "Lists the files that Contoso Files keeps for you.",
        subcommands: [LogIn.self, List.self, LogOut.self])
}
