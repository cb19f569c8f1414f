#if Server
import ArgumentParser

/// The options of `serve` for files that describe its directory.
struct ConfigOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "A file or folder that describes the directory; it is applied at the start, and again when it changes.",
            discussion: "A fresh data directory gets no demonstration users then. See 'keyfob-idp apply --help'.",
            valueName: "file|folder"), completion: .file())
    var path: String?

    @Flag(
        name: .customLong("config-prune"),
        help: "Also remove what the files of --config no longer name, of the kinds that they mention.")
    var prune = false

    func validate() throws {
        if path?.isEmpty == true { throw ValidationError("--config needs a file or a folder.") }
        if prune, path == nil { throw ValidationError("--config-prune needs --config.") }
    }
}
#endif
