extension String {
    /// Whether there are at most 30 combining marks in a row, as in all natural text (Unicode Standard Annex 15 section
    /// 13, "stream-safe").
    ///
    /// To compare or hash text, Swift sorts consecutive marks, in time that grows with the square of their number. So
    /// input from unauthenticated clients is checked before it is compared or used as a key.
    package var isStreamSafe: Bool {
        // A mark has at least two bytes.
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
        // Tibetan vowels that are not marks themselves, but decompose into marks.
        case 0xF73, 0xF75, 0xF81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
