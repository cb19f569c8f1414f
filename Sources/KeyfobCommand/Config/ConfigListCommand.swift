#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// `keyfob config list`: lists the user's profiles.
struct ConfigListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the profiles; an asterisk marks the default one.")

    @Flag(help: "Print only the names, one in each line, for scripts and for the completion in shells.")
    var names = false

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func validate() throws {
        guard !(names && asJSON) else { throw ValidationError("--names and --json name two forms; pass one of them.") }
    }

    func run() throws {
        let file = try ConfigurationFile(environment: ProcessInfo.processInfo.environment)
        guard !names else {
            for profile in file.profiles { Output.line(profile.name) }
            return
        }
        guard !asJSON else {
            let profiles = file.profiles.map { profile in
                JSONValue.object(["name": .string(profile.name), "profile": profile.json])
            }
            return Output.json([
                "path": .string(file.path), "default": file.defaultName.map { .string($0) } ?? .null,
                "profiles": .array(profiles),
            ])
        }
        guard !file.profiles.isEmpty else {
            return Output.warn("There are no profiles in \(Output.name(file.path)). \"keyfob config add\" adds one.")
        }
        let rows = file.profiles.map { profile in
            [
                profile.name + (profile.name == file.defaultName ? " *" : ""), profile.settings.location?.url ?? "-",
                profile.settings.clientID ?? "-", profile.settings.scopes.joined(separator: " "),
            ]
        }
        Output.table(["NAME", "PROVIDER", "CLIENT", "SCOPES"], rows)
    }
}
#endif
