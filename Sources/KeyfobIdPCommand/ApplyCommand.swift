#if Server
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobIdPFiles

/// `keyfob-idp apply`: changes the directory as files say.
struct ApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Changes the directory as files in YAML or JSON say.",
        discussion: """
            The files contain tenants with Microsoft Graph's users, groups, applications and policies, or are exports of \
            Microsoft's tools. All of them are applied together, or nothing is. Whether a provider runs on the data \
            directory makes no difference.
            Exit codes: 0 done, or nothing to change; 1 failed; 2 wrong use; 4 a file cannot be applied; with \
            --detailed-exitcode also 5, there are changes (made, or planned with --dry-run).
            """)

    @Argument(
        help: "Files, and folders with files that end in .yaml, .yml or .json; '-' is standard input.",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var files: [String]

    @OptionGroup var data: DataOption

    @OptionGroup var database: DatabaseOption

    @Flag(help: "Print the plan, and change nothing.")
    var dryRun = false

    @Flag(help: "Also remove what the files do not name, of the kinds that they mention for a tenant.")
    var prune = false

    @Option(help: "The tenant of files that name none, by id or domain; default: the first one.")
    var tenant: String?

    @Option(help: "How to print the plan: 'text' or 'json'.", completion: .list(["text", "json"]))
    var output = "text"

    @Flag(name: .customLong("detailed-exitcode"), help: "End with 5 if there are changes.")
    var detailedExitCode = false

    func validate() throws {
        guard ["text", "json"].contains(output) else { throw ValidationError("--output is 'text' or 'json'.") }
        guard tenant?.isEmpty != true else { throw ValidationError("--tenant needs an id or a domain.") }
    }

    func run() async throws {
        let sources = try SourceFiles.read(files)
        let options = ApplyOptions(isDryRun: dryRun, prunes: prune, tenant: tenant)
        let plan = try await DirectoryAccess(directory: try data.directory(), database).apply(sources, options)
        ProviderOutput.answer(output == "json" ? plan.json.printableText() + "\n" : TerminalText.printable(plan.text))
        if detailedExitCode, !plan.isEmpty { throw ExitCode(5) }
    }
}
#endif
