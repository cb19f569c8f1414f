#if Server
import KeyfobCore
import KeyfobYAML

extension AuthError {
    /// An error at a place of the configuration file.
    static func inFile(_ place: SourcePlace, _ message: String, remedy: String? = nil) -> AuthError {
        .configuration("\(place.text): \(message)", remedy: remedy)
    }
}

extension SourceNode {
    /// The members of an object; none if nothing is written.
    func objectMembers(_ subject: String) throws(AuthError) -> [Member] {
        guard !isNull else { return [] }
        guard let members else {
            throw .inFile(place, "\(subject) has no settings.", remedy: "Write each as 'name: value', indented.")
        }
        return members
    }

    /// A text of one line that is not empty, without control characters: it becomes part of other programs' input.
    func text(_ name: String) throws(AuthError) -> String {
        let text = try anyText(name)
        guard !text.unicodeScalars.contains(where: TerminalText.isUnsafe) else {
            throw .inFile(
                place, "'\(name.prefix(64))' has a line break, a control character or one that is not shown.",
                remedy: "Write it in one line of visible characters.")
        }
        return text
    }

    /// A text that is not empty. A number is its digits.
    func anyText(_ name: String) throws(AuthError) -> String {
        switch value {
        case .string(let text) where !text.isEmpty: return text
        case .number(let digits): return digits
        case .string: throw .inFile(place, "'\(name.prefix(64))' is empty.")
        default: throw .inFile(place, "'\(name.prefix(64))' is not a text.")
        }
    }

    /// A list of texts, or one text.
    func texts(_ name: String) throws(AuthError) -> [String] {
        guard let elements else { return [try anyText(name)] }
        var texts: [String] = []
        for element in elements { texts.append(try element.anyText(name)) }
        return texts
    }
}
#endif
