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

    /// A text that is not empty. A number is its digits.
    func text(_ name: String) throws(AuthError) -> String {
        switch value {
        case .string(let text) where !text.isEmpty: return text
        case .number(let digits): return digits
        case .string: throw .inFile(place, "'\(name.prefix(64))' is empty.")
        default: throw .inFile(place, "'\(name.prefix(64))' is not a text.")
        }
    }

    /// A list of texts, or one text.
    func texts(_ name: String) throws(AuthError) -> [String] {
        guard let elements else { return [try text(name)] }
        var texts: [String] = []
        for element in elements { texts.append(try element.text(name)) }
        return texts
    }
}
#endif
