#if Server
package import ArgumentParser

extension CompletionKind {
    /// The names of the user's profiles.
    package static var profiles: CompletionKind { .profiles(or: []) }

    /// The names of the user's profiles, and some words.
    ///
    /// `keyfob` itself recognizes these commands in its description, and runs no shell for them.
    package static func profiles(or words: [String]) -> CompletionKind {
        .shellCommand(([profileNames] + words.map { "\(printing)\($0)" }).joined(separator: separator))
    }

    /// The command that prints the names of the user's profiles.
    package static var profileNames: String { "keyfob config list --names 2>/dev/null" }
    /// The command that prints one word, without the word.
    package static var printing: String { "echo " }
    /// What is between two commands.
    package static var separator: String { "; " }
}
#endif
