#if Server
import ArgumentParser

/// `keyfob config`: the profiles in the configuration file.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Profiles: add, list, show, remove, default, path.",
        discussion: """
            A profile has a provider, a client id and scopes under a name. The file is YAML, made to be read, edited \
            and committed; it never contains a secret. docs/tool.md describes it.
            """,
        subcommands: [
            ConfigAddCommand.self, ConfigListCommand.self, ConfigShowCommand.self, ConfigRemoveCommand.self,
            ConfigDefaultCommand.self, ConfigPathCommand.self,
        ])
}
#endif
