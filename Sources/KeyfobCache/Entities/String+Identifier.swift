extension String {
    /// Whether two identifiers are the same without regard to letter case; equal spellings are found without work.
    func isSameIdentifier(as other: String) -> Bool {
        self == other || (utf8.count == other.utf8.count && lowercased() == other.lowercased())
    }
}
