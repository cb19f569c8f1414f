import Foundation

/// What the command says about itself: its help, and the description from which `keyfob` completes it and its manual page
/// is made.
enum CommandText {
    private struct Option {
        let name: String
        var values: [String] = []
        let help: String
    }

    private static let abstract =
        "Finds each use of ADAL, and of APIs that MSAL has removed since its first version, in an app's sources."

    private static let discussion = [
        "It searches the Swift and Objective-C files under each path, Info.plist, entitlements and dependency files, and "
            + "prints the replacement of each use. Nothing is changed without --write.",
        "Exit status: 0 no use was found, or none is left; 1 uses were found, or are left; 2 wrong use, or a file could "
            + "not be written.",
    ]

    private static let pathHelp = "A folder with sources, or a file."

    private static let options = [
        Option(
            name: "format", values: Arguments.Format.allCases.map(\.rawValue),
            help: "The form of the report: text (default), json or sarif."),
        Option(name: "json", help: "The same as --format json."),
        Option(name: "brief", help: "Omit the code to write."),
        Option(
            name: "write",
            help: "Change the Swift files: they then compile against MSAL, apart from the uses that are printed. Each "
                + "of those keeps its text, below a comment that says why. Commit your work first, and review the "
                + "difference."
        ),
        Option(name: "help", help: "Show help information."),
    ]

    /// The help.
    static var usage: String {
        let lines = options.map { option in
            "  --\(option.name)\(option.values.isEmpty ? "" : " <\(option.name)>")\n" + wrapped(option.help, indent: 10)
        }
        return """
            usage: keyfob-migrate [--format text|json|sarif] [--json] [--brief] PATH...
                   keyfob-migrate --write PATH...

            \(([abstract] + discussion).map { wrapped($0) }.joined(separator: "\n\n"))

            \(lines.joined(separator: "\n"))
            """
    }

    /// The description, in the form in which ArgumentParser's `--experimental-dump-help` prints one.
    static func description() throws -> String {
        let path: [String: Any] = [
            "kind": "positional", "valueName": "path", "abstract": pathHelp, "isRepeating": true, "isOptional": false,
            "completionKind": ["file": ["extensions": [String]()]],
        ]
        let arguments = options.map { option in
            var argument: [String: Any] = [
                "kind": option.values.isEmpty ? "flag" : "option", "names": [["kind": "long", "name": option.name]],
                "abstract": option.help, "isRepeating": false, "isOptional": true, "valueName": option.name,
            ]
            if !option.values.isEmpty { argument["completionKind"] = ["list": ["values": option.values]] }
            return argument
        }
        let command: [String: Any] = [
            "commandName": "keyfob-migrate", "abstract": abstract,
            "discussion": discussion.joined(separator: "\n\n"), "arguments": arguments + [path],
        ]
        let data = try JSONSerialization.data(
            withJSONObject: ["serializationVersion": 0, "command": command], options: [.sortedKeys, .prettyPrinted])
        return String(decoding: data, as: UTF8.self)
    }

    private static func wrapped(_ text: String, indent: Int = 0) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 118 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(repeating: " ", count: indent) + word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
