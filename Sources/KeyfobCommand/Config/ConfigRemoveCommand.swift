#if Server
import ArgumentParser
import KeyfobCommandLine
import KeyfobCore

/// `keyfob config remove`: removes a profile.
struct ConfigRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a profile. Its account stays signed in.")

    @Argument(help: "The profile.", completion: .profiles)
    var name: String

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func run() throws {
        try ConfigurationChange.make { file throws(AuthError) in try file.removing(name) }
        guard !asJSON else { return Output.json(["removed": .string(name)]) }
        Output.line("Removed the profile \(name).")
    }
}
#endif
