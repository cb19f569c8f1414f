import Foundation
import KeyfobTesting

/// A shell in which a user types lines, and completes each of them.
enum TypingShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// An error of the shell.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns what each line is continued with: all words that the shell offers in the place of the last word, as it
    /// inserts them (bash and zsh, in a terminal), or as it offers them (fish).
    ///
    /// - Parameters:
    ///   - lines: the lines, up to the cursor.
    ///   - folder: the working folder, whose files can be completed.
    ///   - keyfob: the folder of the executable.
    func complete(
        _ lines: [String], in folder: String, keyfob: String, environment: [String: String]
    ) async throws -> [String] {
        var environment = environment
        environment["PATH"] = "\(keyfob):/usr/bin:/bin"
        environment["TERM"] = "xterm"
        environment["TYPING_FOLDER"] = folder
        guard self != .fish else {
            let outcome = try await ChildProcess.run(
                "/usr/bin/fish", ["--no-config", "-c", Self.fishScript] + lines, environment: environment)
            guard outcome.status == 0 else { throw Failed(description: outcome.errors) }
            return outcome.output.components(separatedBy: "END\n").dropLast().map { offered in
                offered.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
            }
        }
        let scratch = try TemporaryDirectory("keyfob-typing")
        defer { scratch.remove() }
        let result = "\(scratch.path)/lines"
        let setup = self == .bash ? Self.bashSetup : Self.zshSetup
        try setup.write(toFile: "\(scratch.path)/.zshrc", atomically: false, encoding: .utf8)
        environment["ZDOTDIR"] = scratch.path
        environment["TYPING_RESULT"] = result
        let outcome = try await ChildProcess.run(
            "/usr/bin/zsh", ["-f", "-c", Self.typing, "typing", rawValue] + lines, environment: environment)
        let written = (try? String(contentsOfFile: result, encoding: .utf8)) ?? ""
        let completed = written.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard outcome.status == 0, completed.count == lines.count else {
            throw Failed(description: "\(rawValue) completed \(completed): \(outcome.output)\(outcome.errors)")
        }
        return zip(lines, completed).map { line, completed in
            let head = line.lastIndex(of: " ").map { line[...$0].count } ?? 0
            return completed.dropFirst(head).trimmingCharacters(in: .whitespaces)
        }
    }

    /// Types each line in a terminal, inserts all words that the shell offers, and has the shell write the line.
    private static let typing = #"""
        zmodload zsh/zpty || exit 1
        case $1 in
        bash) zpty pty bash --noprofile --rcfile $ZDOTDIR/.zshrc -i ;;
        zsh) zpty pty zsh -d -i ;;
        esac
        shift
        zpty -r pty output '*READY*' || { print -u2 -r -- "no prompt: $output"; exit 1 }
        for line; do
            zpty -w -n pty "$line"$'\C-t\C-y'
            zpty -r pty output '*WRITTEN*' || { print -u2 -r -- "not completed: $line: $output"; exit 1 }
        done
        zpty -d pty
        """#

    /// Control-T inserts all that is offered, Control-Y writes the line.
    private static let bashSetup = #"""
        PS1='READY'
        HISTFILE=
        cd "$TYPING_FOLDER"
        source <(keyfob --generate-completion-script bash)
        written() { printf '%s\n' "$READLINE_LINE" >>"$TYPING_RESULT"; READLINE_LINE= READLINE_POINT=0; printf WRITTEN; }
        bind '"\C-t": insert-completions'
        bind -x '"\C-y": written'

        """#

    private static let zshSetup = #"""
        PS1=READY
        unset HISTFILE
        cd "$TYPING_FOLDER"
        autoload -Uz compinit
        compinit -D -u
        source <(keyfob --generate-completion-script zsh)
        zstyle ':completion:*' completer _all_matches _complete
        zstyle ':completion:*' insert true
        setopt no_auto_list no_beep
        written() { print -r -- "$BUFFER" >>"$TYPING_RESULT"; BUFFER=; print -n WRITTEN }
        zle -N written
        bindkey '^T' complete-word
        bindkey '^Y' written

        """#

    private static let fishScript = #"""
        cd $TYPING_FOLDER
        keyfob --generate-completion-script fish | source
        for line in $argv
            complete -C $line
            echo END
        end
        """#
}
