/// A file to be searched: its text, and what the tree around it says about the libraries that it may use.
struct SourceFile {
    /// Relative to the folder that is searched.
    let path: String
    let text: String
    /// The libraries that a bridging or prefix header gives to every file.
    let everywhere: Set<Rule.Library>

    init(path: String, text: String, everywhere: Set<Rule.Library> = []) {
        self.path = path
        self.text = text
        self.everywhere = everywhere
    }
}

/// An argument's name without what belongs to the method's: `withResource`, `acquireTokenWithResource` and `resource`
/// are one, in either language.
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
