#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// The completion of `keyfob` in shells.
///
/// The scripts of the shells contain no commands and no options. They call `keyfob ---complete WORD...` and offer the
/// lines that it prints: what to complete with, then the words, each with a tab and its meaning. So the commands of other
/// executables are as they are installed, and no text of a file is ever a part of a script.
enum ShellCompletion {
    /// The argument by which the scripts call `keyfob`.
    static let request = "---complete"

    /// The output for a process's arguments; nil if they do not ask for a script or a completion.
    ///
    /// - Parameters:
    ///   - words: the arguments, without the program's name.
    ///   - environment: the process's environment; read only for a completion, which is no part of other commands' start.
    static func output(
        for words: [String], of root: any ParsableCommand.Type, passingOn passedOn: [any PassedOnCommand.Type],
        environment: @autoclosure () -> [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard let first = words.first, first.hasPrefix("--") else { return nil }
        let environment = environment()
        guard first != request else {
            var completion = completion(of: root, passingOn: passedOn, environment: environment)
            return text(completion.offer(for: Array(words.dropFirst())))
        }
        guard let shell = shell(of: words, environment) else { return nil }
        switch shell {
        case .bash: return BashCompletion.script
        case .zsh: return ZshCompletion.script
        case .fish: return FishCompletion.script
        default: return nil
        }
    }

    private static func completion(
        of root: any ParsableCommand.Type, passingOn passedOn: [any PassedOnCommand.Type],
        environment: [String: String]
    ) -> CommandLineCompletion {
        CommandLineCompletion(
            CommandDescription(root),
            profiles: { (try? ConfigurationFile(environment: environment))?.profiles.map(\.name) ?? [] },
            sibling: { name in
                let command = passedOn.first { $0.configuration.commandName == name }
                let document = command?.sibling.description(of: command?.words ?? [])
                return document?["command"].map { CommandDescription($0) }
            })
    }

    /// The lines for a script.
    private static func text(_ offer: CommandLineCompletion.Offer) -> String {
        switch offer {
        case .files(let extensions): return (["files"] + extensions).joined(separator: " ") + "\n"
        case .directories: return "directories\n"
        case .program: return "program\n"
        case .words(let words):
            return words.reduce("words\n") { text, word in
                text + "\(TerminalText.name(word.text))\t\(TerminalText.name(word.meaning))\n"
            }
        }
    }

    /// The shell of `--generate-completion-script SHELL`; without a name the user's own one.
    private static func shell(of words: [String], _ environment: [String: String]) -> CompletionShell? {
        let option = "--generate-completion-script"
        guard let first = words.first, words.count <= 2 else { return nil }
        if first.hasPrefix(option + "="), words.count == 1 {
            return CompletionShell(rawValue: String(first.dropFirst(option.count + 1)))
        }
        guard first == option else { return nil }
        let own = environment["SHELL"].flatMap { $0.split(separator: "/").last.map(String.init) }
        return (words.dropFirst().first ?? own).flatMap { CompletionShell(rawValue: $0) }
    }
}
#endif
