/// Code that replaces a use: text with places for the use's arguments.
///
/// `{resource}` is an argument's source text; `{resource:scope}` is the scope for all of a resource's permissions;
/// `{userId=nil}` has a text for a missing argument. A line that begins with `{claims?}` is included only if the
/// argument is present. Arguments have their names without `with` and `for`, in both languages.
struct Sketch: Sendable, ExpressibleByStringLiteral {
    private let lines: [String]

    init(stringLiteral text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func text(_ arguments: [String: String], _ language: Language) -> String {
        lines.compactMap { line in
            var line = Substring(line)
            if line.hasPrefix("{"), let end = line.firstRange(of: "?}") {
                let name = String(line[line.index(after: line.startIndex)..<end.lowerBound])
                guard arguments[name] != nil else { return nil }
                line = line[end.upperBound...]
            }
            return filled(line, arguments, language)
        }.joined(separator: "\n")
    }

    private func filled(_ line: Substring, _ arguments: [String: String], _ language: Language) -> String {
        var out = ""
        var rest = line
        while let start = rest.firstIndex(of: "{") {
            out += rest[..<start]
            let inner = rest[rest.index(after: start)...]
            guard let end = inner.firstIndex(of: "}"), let place = Place(inner[..<end]) else {
                // A brace of the code itself.
                out.append("{")
                rest = inner
                continue
            }
            out += place.text(arguments, language)
            rest = inner[inner.index(after: end)...]
        }
        return out + rest
    }
}

/// A place for an argument in a sketch.
private struct Place {
    let name: String
    let isScope: Bool
    let otherwise: String?

    /// nil if the text is code.
    init?(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard let name = head.first, !name.isEmpty, name.allSatisfy({ $0.isLetter }), head.count <= 2,
            head.count == 1 || head[1] == "scope"
        else { return nil }
        self.name = String(name)
        isScope = head.count == 2
        otherwise = parts.count == 2 ? String(parts[1]) : nil
    }

    func text(_ arguments: [String: String], _ language: Language) -> String {
        guard let argument = arguments[name] else { return otherwise ?? "<#\(name)#>" }
        guard isScope else { return argument }
        // A resource with a trailing slash keeps it: the scope then has two slashes, and would mean another audience
        // with one.
        if argument.hasSuffix("\""), argument.hasPrefix("\"") || argument.hasPrefix("@\""),
            !argument.dropFirst(2).dropLast().contains("\"")
        {
            return argument.dropLast() + "/.default\""
        }
        return language == .swift
            ? "\(argument) + \"/.default\"" : "[\(argument) stringByAppendingString:@\"/.default\"]"
    }
}

/// The language of a source file.
public enum Language: String, Sendable, Hashable {
    /// Swift.
    case swift = "Swift"
    /// Objective-C or Objective-C++, including headers.
    case objectiveC = "Objective-C"
    /// A property list, a project's or a package manager's file.
    case project = "project"
}
