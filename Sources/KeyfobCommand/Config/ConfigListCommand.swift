#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// `keyfob config list`: lists the user's profiles.
struct ConfigListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the profiles; an asterisk marks the default one.")

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func run() throws {
        let file = try ConfigurationFile(environment: ProcessInfo.processInfo.environment)
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
            ].map(Output.name)
        }
        Output.line(TextTable.text([["NAME", "PROVIDER", "CLIENT", "SCOPES"]] + rows))
    }
}
#endif
