import KeyfobCore

extension String {
    /// Whether two identifiers are the same, ignoring letter case; equal strings are compared first.
    func isSameIdentifier(as other: String) -> Bool {
        self == other || (utf8.count == other.utf8.count && lowercased() == other.lowercased())
    }

    /// The identifier in lower case; returns the same string if it is in lower case already.
    package var identifierInLowerCase: String { isInLowerCase ? self : lowercased() }

    /// Whether there are only ASCII characters, and none in upper case. The loop has no early exit, so that it is
    /// vectorized: an account has a dozen identifiers, most of them in lower case.
    private var isInLowerCase: Bool {
        let others = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.reduce(into: UInt8(0)) { $0 |= ($1 & 0x80) | ($1 &- 0x41 < 26 ? 1 : 0) }
        }
        return (others ?? 1) == 0
    }
}

extension Cloud {
    /// Whether two environments are names of one cloud.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || containing(one).preferredCache == containing(other).preferredCache
    }
}
