/// A file to be searched: its text, and the libraries that other files import for it.
struct SourceFile {
    /// The path relative to the folder that is searched.
    let path: String
    let text: String
    /// The libraries that a bridging or prefix header imports for every file.
    let everywhere: Set<Rule.Library>

    init(path: String, text: String, everywhere: Set<Rule.Library> = []) {
        self.path = path
        self.text = text
        self.everywhere = everywhere
    }
}

/// An argument's name without the parts of the method's name: `withResource`, `acquireTokenWithResource` and `resource`
/// are the same, in both languages.
func argumentName(_ label: String) -> String {
    var name = Substring(label)
    for word in ["With", "For"] {
        if let range = name.ranges(of: word).last, let next = name[range.upperBound...].first, next.isUppercase {
            name = name[range.upperBound...]
        }
    }
    for word in ["with", "for", "by"] where name.hasPrefix(word) {
        let rest = name.dropFirst(word.count)
        if rest.first?.isUppercase == true { name = rest }
    }
    guard let first = name.first else { return label }
    return first.lowercased() + name.dropFirst()
}
