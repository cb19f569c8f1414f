#if Server
import ArgumentParser
import KeyfobCommandLine
import KeyfobCore

/// `keyfob config default`: chooses the profile that is used where none is named.
struct ConfigDefaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "default", abstract: "Choose the profile that is used where none is named.")

    @Argument(help: "The profile.", completion: .profiles)
    var name: String

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func run() throws {
        try ConfigurationChange.make { file throws(AuthError) in try file.settingDefault(name) }
        guard !asJSON else { return Output.json(["default": .string(name)]) }
        Output.line("The default profile is \(name).")
    }
}
#endif
