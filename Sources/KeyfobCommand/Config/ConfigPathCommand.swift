#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// `keyfob config path`: prints where the configuration file is, or would be.
struct ConfigPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path", abstract: "Print the path of the configuration file, which need not exist.")

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func run() throws {
        guard let path = ConfigurationFile.path(environment: ProcessInfo.processInfo.environment) else {
            throw ConfigurationChange.noPath
        }
        if asJSON { Output.json(["path": .string(path)]) } else { Output.line(Output.name(path)) }
    }
}
#endif
