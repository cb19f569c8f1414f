extension String {
    /// Whether two identifiers are the same without regard to letter case; equal spellings are found without work.
    func isSameIdentifier(as other: String) -> Bool {
        self == other || (utf8.count == other.utf8.count && lowercased() == other.lowercased())
    }

    /// The identifier in lower case; itself, without work, if it is so already.
    package var identifierInLowerCase: String { isInLowerCase ? self : lowercased() }

    /// Whether there are only ASCII characters, and none in upper case. No way out of the loop, so that it is done for
    /// many bytes at once: an account that is read has a dozen identifiers, which are in lower case mostly.
    private var isInLowerCase: Bool {
        let others = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.reduce(into: UInt8(0)) { $0 |= ($1 & 0x80) | ($1 &- 0x41 < 26 ? 1 : 0) }
        }
        return (others ?? 1) == 0
    }
}
