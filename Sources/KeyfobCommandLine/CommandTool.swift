#if Server
package import ArgumentParser
import Foundation
import KeyfobCore

/// Runs a tool's commands: parses, runs, reports and exits, in the same way for all tools.
package enum CommandTool {
    /// The arguments of this process, as another executable gets them that runs the command. Under the name of a
    /// credential helper for Docker the process has that command's arguments.
    package static var arguments: [String] {
        let words = CommandLine.arguments
        let name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let helper = name == "docker-credential-keyfob" ? ["credential", "docker"] : []
        return helper + words.dropFirst()
    }

    /// Runs the command that the process's arguments name, and ends the process.
    ///
    /// - Parameters:
    ///   - root: the tool.
    ///   - passedOn: the names of its commands that another executable runs, which has their help too.
    package static func main(_ root: any ParsableCommand.Type, passingOn passedOn: [String] = []) async -> Never {
        StandardStream.reserveMissing()
        InheritedSignals.remember()
        let arguments = withHelp(arguments, of: passedOn)
        let status = await run(root, arguments, passingOn: passedOn)
        exit(status.rawValue)
    }

    /// The command that the arguments are.
    ///
    /// A command that the first word names is parsed alone: reading the tool's own declarations would take about a tenth
    /// of the time of `keyfob token`. A request for help or a mistake is parsed once more as a part of the tool, whose
    /// messages have the whole usage.
    ///
    /// - Parameter passedOn: the names of the commands that take every argument unread.
    /// - Throws: what the parser throws.
    package static func command(
        of root: any ParsableCommand.Type, _ arguments: [String], passingOn passedOn: [String] = []
    ) throws -> any ParsableCommand {
        if let name = arguments.first, !passedOn.contains(name),
            let named = root.configuration.subcommands.first(where: { $0.configuration.commandName == name }),
            named.configuration.subcommands.isEmpty,
            let command = try? named.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == named
        {
            return command
        }
        return try root.parseAsRoot(arguments)
    }

    private static func run(
        _ root: any ParsableCommand.Type, _ arguments: [String], passingOn passedOn: [String]
    ) async -> ExitStatus {
        do {
            var command = try command(of: root, arguments, passingOn: passedOn)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .done
        } catch let status as ExitStatus {
            return status
        } catch let error as AuthError {
            ErrorReport(error, of: arguments.first, profile: profile(in: arguments)).print(asJSON: wantsJSON(arguments))
            return ExitStatus(error)
        } catch {
            return report(error, of: root, arguments)
        }
    }

    /// Reports an error of the parser: a request for help, or wrong arguments.
    private static func report(
        _ error: any Error, of root: any ParsableCommand.Type, _ arguments: [String]
    ) -> ExitStatus {
        let unknown = unknownCommand(of: root, arguments)
        guard !root.exitCode(for: error).isSuccess else {
            // Help for an unknown word would make it look like a command.
            if let unknown {
                let message = "There is no command '\(TerminalText.name(LongText.cut(unknown.word)))'."
                if wantsJSON(arguments) {
                    ErrorReport(wrongUse: message).print(asJSON: true)
                } else {
                    Output.warn("Error: \(message)\(unknown.advice)")
                }
                return .wrongUse
            }
            Output.line(root.fullMessage(for: error))
            return .done
        }
        if wantsJSON(arguments) {
            ErrorReport(wrongUse: root.message(for: error)).print(asJSON: true)
        } else {
            Output.warn(LongText.cut(root.fullMessage(for: error)) + (unknown?.advice ?? ""))
        }
        return .wrongUse
    }

    /// The first word that is not a command where one belongs, and lines that list the commands there and name the
    /// nearest one.
    private static func unknownCommand(
        of root: any ParsableCommand.Type, _ arguments: [String]
    ) -> (word: String, advice: String)? {
        var command = root
        for word in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            if let next = commands.first(where: { $0.configuration.commandName == word }) {
                command = next
                continue
            }
            // Without an explicit name a command has one that only the parser knows.
            let names = names(of: commands)
            guard names.count == commands.count else { return nil }
            let nearest = Suggestion.nearest(to: word, among: names).map { "\nDid you mean '\($0)'?" } ?? ""
            return (word, "\nCommands: \(names.joined(separator: ", "))\(nearest)")
        }
        return nil
    }

    /// The profile that a command about tokens names, for the advice to sign in.
    private static func profile(in arguments: [String]) -> String? {
        guard arguments.count > 1, ["token", "exec", "explain"].contains(arguments[0]), !arguments[1].hasPrefix("-")
        else { return nil }
        return arguments[1]
    }

    private static func names(of commands: [any ParsableCommand.Type]) -> [String] {
        commands.compactMap { $0.configuration.commandName }
    }

    /// Rewrites `help X` to `X --help` if another executable has the help for X.
    private static func withHelp(_ arguments: [String], of passedOn: [String]) -> [String] {
        guard arguments.count > 1, arguments[0] == "help", passedOn.contains(arguments[1]) else {
            return arguments
        }
        return arguments.dropFirst() + ["--help"]
    }

    /// Searched without the parser, since arguments that it rejects need their error as JSON too.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.contains("--json") || options.contains("--output=json")
            || zip(options, options.dropFirst()).contains { $0 == "--output" && $1 == "json" }
    }
}

/// The identity of the tools in the store.
package enum ToolIdentity {
    /// The app under which sign-ins and removals of the tools are recorded.
    ///
    /// `keyfob` and `keyfob-signin` are one app, with any client and redirect URI: an account that `keyfob logout`
    /// removed stays removed for `keyfob token`, and the suite's own apps keep theirs. The name has the form of a
    /// bundle id, so that it never equals an app's redirect URI.
    package static let appIdentifier = "test.keyfob.cli"
}
#endif
