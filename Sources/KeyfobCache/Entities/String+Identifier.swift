extension String {
    /// Whether two identifiers are the same without regard to letter case; equal spellings are found without work.
    func isSameIdentifier(as other: String) -> Bool {
        self == other || (utf8.count == other.utf8.count && lowercased() == other.lowercased())
    }

    /// The identifier in lower case; itself, without work, if it is so already.
    package var identifierInLowerCase: String {
        utf8.contains { $0 >= 0x80 || (0x41...0x5A).contains($0) } ? lowercased() : self
    }
}
