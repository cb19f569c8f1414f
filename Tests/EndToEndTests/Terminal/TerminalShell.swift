import Foundation

/// The shells that a terminal can have. Each marks its prompt with the status of the command before it, by the sequence
/// that terminals know for this (OSC 133), so that a test knows where a command's output ends.
enum TerminalShell: String, Sendable, CaseIterable {
    /// bash without its editor: the terminal gets no sequences but those of the commands.
    case plain
    case bash
    case zsh
    case fish

    /// What the mark of a prompt begins and ends with.
    static let mark = "\u{1B}]133;D;"
    static let markEnd = "\u{7}"
    /// A shell's editor can print sequences between the mark and the prompt.
    static let prompt = "$ "

    /// The words that start the shell.
    var command: [String] {
        switch self {
        case .plain: ["/bin/bash", "--noprofile", "--norc", "--noediting"]
        case .bash: ["/bin/bash", "--noprofile", "--norc"]
        case .zsh: ["/usr/bin/env", "zsh", "-d"]
        case .fish: ["/usr/bin/env", "fish", "--no-config", "--init-command", #"source "$SHELL_FILES/fish""#]
        }
    }

    /// Writes the shell's own settings into a folder, and returns the variables that name them.
    func settings(in folder: String) throws -> [String: String] {
        let files = [
            "fish": """
            set -g fish_greeting
            function fish_prompt; printf '\\e]133;D;%s\\a$ ' $status; end

            """,
            ".zshrc": """
            precmd() { printf '\\e]133;D;%s\\a' $? }
            PS1='$ '
            unsetopt PROMPT_SP PROMPT_CR
            autoload -Uz compinit; compinit -D

            """,
            "inputrc": "set enable-bracketed-paste off\nset bell-style none\n",
        ]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8) }
        return [
            "SHELL_FILES": folder, "ZDOTDIR": folder, "INPUTRC": "\(folder)/inputrc", "HISTFILE": "", "PS1": "$ ",
            "PROMPT_COMMAND": #"printf '\e]133;D;%s\a' "$?""#,
        ]
    }
}
