#if Server
import ArgumentParser
import KeyfobCommandLine
import KeyfobCore

/// A command and its subcommands. Its arguments are read only if they are needed, because that takes most of the time.
struct CommandDescription {
    let name: String
    let abstract: String
    let subcommands: [CommandDescription]
    /// Reads the arguments.
    let arguments: () -> [ArgumentDescription]

    /// Describes a command of this executable.
    init(_ type: any ParsableCommand.Type) {
        name = type.configuration.commandName ?? ""
        abstract = type.configuration.abstract
        let shown = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        subcommands = shown.map { CommandDescription($0) }
        // A command with subcommands has no other options.
        let general = [ArgumentDescription.help] + (type.configuration.version.isEmpty ? [] : [.version])
        arguments = subcommands.isEmpty ? { Self.arguments(of: type) } : { general }
    }

    /// Reads what another executable says about a command, in ArgumentParser's form.
    init(_ document: JSONValue) {
        func shown(_ member: String) -> [JSONValue] {
            (document[member]?.arrayValue ?? []).filter { $0["shouldDisplay"]?.boolValue != false }
        }
        name = document["commandName"]?.stringValue ?? ""
        abstract = document["abstract"]?.stringValue ?? ""
        let all = shown("subcommands").map { CommandDescription($0) }
        // ArgumentParser adds this one to each executable.
        subcommands = all.filter { $0.name != "help" }
        let implied = document["defaultSubcommand"]?.stringValue
        let own = shown("arguments").map { ArgumentDescription($0) }
        arguments = { own + all.filter { $0.name == implied }.flatMap { $0.arguments() } }
    }

    private static func arguments(of type: any ParsableCommand.Type) -> [ArgumentDescription] {
        do {
            _ = try type.parseAsRoot(["--experimental-dump-help"])
            return []
        } catch {
            let document = try? JSONValue(parsing: type.fullMessage(for: error))
            return document?["command"].map { CommandDescription($0).arguments() } ?? []
        }
    }
}

/// An option, a flag or a positional argument.
struct ArgumentDescription: Sendable {
    /// What a value may be.
    enum Values: Equatable, Sendable {
        case anything
        case words([String])
        case files(extensions: [String])
        case directories
        case profiles(or: [String])
    }

    /// With the hyphens; empty for a positional argument.
    let names: [String]
    let abstract: String
    let takesValue: Bool
    let isRepeating: Bool
    let isAfterTerminator: Bool
    let values: Values

    /// `--help`, which every command has.
    static let help = ArgumentDescription(flag: "help", "Show help information.")
    /// `--version`
    static let version = ArgumentDescription(flag: "version", "Show the version.")

    private init(flag name: String, _ abstract: String) {
        self.init(["kind": "flag", "names": [["kind": "long", "name": .string(name)]], "abstract": .string(abstract)])
    }

    /// Reads a description.
    init(_ document: JSONValue) {
        names = (document["names"]?.arrayValue ?? []).compactMap { name in
            name["name"]?.stringValue.map { (name["kind"]?.stringValue == "long" ? "--" : "-") + $0 }
        }
        abstract = document["abstract"]?.stringValue ?? ""
        takesValue = document["kind"]?.stringValue != "flag"
        isRepeating = document["isRepeating"]?.boolValue == true
        isAfterTerminator = document["parsingStrategy"]?.stringValue == "postTerminator"
        values = Self.values(document["completionKind"])
    }

    private static func values(_ kind: JSONValue?) -> Values {
        func texts(_ value: JSONValue?) -> [String] { (value?.arrayValue ?? []).compactMap(\.stringValue) }
        if let list = kind?["list"] { return .words(texts(list["values"])) }
        if let file = kind?["file"] { return .files(extensions: texts(file["extensions"])) }
        if kind?["directory"] != nil { return .directories }
        guard let command = kind?["shellCommand"]?["command"]?.stringValue else { return .anything }
        let parts = command.split(separator: CompletionKind.separator).map(String.init)
        // No other command is run: a completion is no place for it.
        guard parts.first == CompletionKind.profileNames else { return .anything }
        return .profiles(
            or: parts.dropFirst().filter { $0.hasPrefix(CompletionKind.printing) }
                .map { String($0.dropFirst(CompletionKind.printing.count)) })
    }
}
#endif
