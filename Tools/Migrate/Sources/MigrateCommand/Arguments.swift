/// The parsed command line.
struct Arguments {
    enum Format: String, CaseIterable { case text, json, sarif }
    enum Wish {
        case search(paths: [String])
        case help
        case wrong(String)
    }

    var wish: Wish = .search(paths: [])
    var format = Format.text
    var showsSketches = true
    var writes = false

    init(_ words: [String]) {
        var paths: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                wish = .help
                return
            case "--json": format = .json
            case "--brief": showsSketches = false
            case "--write": writes = true
            case "--format":
                guard let value = rest.popFirst(), let chosen = Format(rawValue: value) else {
                    wish = .wrong("--format must be one of: text, json, sarif.")
                    return
                }
                format = chosen
            case "--":
                paths += rest
                rest = []
            case _ where word.hasPrefix("--format="):
                guard let chosen = Format(rawValue: String(word.dropFirst("--format=".count))) else {
                    wish = .wrong("--format must be one of: text, json, sarif.")
                    return
                }
                format = chosen
            case _ where word.hasPrefix("-") && word != "-":
                wish = .wrong("Unknown option \(word).")
                return
            default: paths.append(word)
            }
        }
        wish = paths.isEmpty ? .wrong("Name the folder of the app's sources.") : .search(paths: paths)
    }

    static let usage = """
        usage: keyfob-migrate [--format text|json|sarif] [--json] [--brief] PATH...
               keyfob-migrate --write PATH...

        Finds each use of ADAL, and of APIs that MSAL has removed since its first version, in the Swift and Objective-C files
        under PATH, in Info.plist, entitlements and dependency files, and prints its replacement. Nothing
        is changed. --brief omits the code to write.

        --write changes the Swift files under PATH: they then compile against MSAL, apart from the uses that it prints. Each
        of those keeps its text, below a comment that says why. Commit your work first, and review the difference.

        Exit status: 0 no use was found, or none is left; 1 uses were found, or are left; 2 wrong use, or a file could not be
        written.
        """
}
