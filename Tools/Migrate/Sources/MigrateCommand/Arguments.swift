/// The parsed command line.
struct Arguments {
    enum Format: String, CaseIterable { case text, json, sarif }
    enum Wish {
        case search(paths: [String])
        case help
        case description
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
            case "--experimental-dump-help":
                wish = .description
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
}
