#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore
import KeyfobYAML

/// `keyfob config show`: shows one profile.
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a profile as it is in the file, or a built-in one.")

    @Argument(help: "The profile. Default: the default one.", completion: .profiles)
    var name: String?

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func run() throws {
        let file = try ConfigurationFile(environment: ProcessInfo.processInfo.environment)
        guard let wanted = name ?? file.defaultName else {
            throw AuthError.wrongUse("There is no default profile.", remedy: "Name one: keyfob config show NAME")
        }
        let profile = try file.profile(wanted)
        guard !asJSON else {
            return Output.json([
                "name": .string(profile.name), "profile": profile.json,
                "default": .bool(profile.name == file.defaultName), "builtIn": .bool(profile.place == nil),
            ])
        }
        let text = YAMLWriter.text(of: .object([profile.name: profile.json]), order: Profile.order)
        Output.line(String(text.dropLast()))
    }
}
#endif
