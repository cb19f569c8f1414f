/// Code that replaces a use: text with places for the use's arguments.
///
/// `{resource}` is an argument's source text; `{found}` is the text that was found; `{userId=nil}` has a text for a missing
/// argument. `{resource:scope}` is the scope for all of a resource's permissions, `{promptBehavior:prompt}` MSAL's prompt
/// type, `{authority:authority}` an authority's object, `{found:notification}` MSAL's notification, and `{found:user}` a
/// member of an account. A line that begins with `{claims?}` is included only if the
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
    let form: Form
    let otherwise: String?

    /// What is written for an argument.
    enum Form: String { case plain, scope, prompt, authority, notification, user }

    /// nil if the text is code.
    init?(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: ":", omittingEmptySubsequences: false)
        guard let name = head.first, !name.isEmpty, name.allSatisfy({ $0.isLetter }), head.count <= 2,
            let form = Form(rawValue: head.count == 2 ? String(head[1]) : "plain")
        else { return nil }
        self.name = String(name)
        self.form = form
        otherwise = parts.count == 2 ? String(parts[1]) : nil
    }

    func text(_ arguments: [String: String], _ language: Language) -> String {
        guard let argument = arguments[name] else { return otherwise ?? "<#\(name)#>" }
        switch form {
        case .plain: return argument
        case .scope: return scope(argument, language)
        case .prompt: return NameMap.promptType(argument, language) ?? argument
        case .authority: return authority(argument, language)
        case .notification:
            let name = "MSAL\(argument.dropFirst(2))".replacing("Receieve", with: "Receive")
            return language == .swift ? NameMap.notification(argument) ?? name : name
        case .user: return NameMap.users[argument] ?? "accountClaims"
        }
    }

    /// The object for an authority that is a literal; other text may be an object already.
    private func authority(_ argument: String, _ language: Language) -> String {
        guard argument.hasSuffix("\"") else { return argument }
        return language == .swift
            ? "try MSALAuthority(url: URL(string: \(argument))!)"
            : "[MSALAuthority authorityWithURL:[NSURL URLWithString:\(argument)] error:&error]"
    }

    private func scope(_ argument: String, _ language: Language) -> String {
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
