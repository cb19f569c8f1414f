extension String {
    /// Whether there are at most 30 combining marks in a row, as in every text that somebody wrote (Unicode Standard Annex
    /// 15 section 13, "stream-safe").
    ///
    /// To compare or hash text, Swift puts the marks of a row in order, in time that grows with the square of its length.
    /// So what a stranger sends has to be looked at before it becomes a key or is compared.
    package var isStreamSafe: Bool {
        // A mark has two bytes at least.
        guard utf8.count > 60, !utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        var row = 0
        for scalar in unicodeScalars {
            row = Self.isMark(scalar) ? row + 1 : 0
            if row > 30 { return false }
        }
        return true
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: false
        // Tibetan vowels that are no marks themselves, but fall apart into marks.
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
