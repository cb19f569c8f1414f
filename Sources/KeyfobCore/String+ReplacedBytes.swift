extension String {
    /// Whether Foundation has put something in the place of bytes that are not UTF-8: of a path, another one would be meant.
    package var hasReplacedBytes: Bool { unicodeScalars.contains("\u{FFFD}") }
}
