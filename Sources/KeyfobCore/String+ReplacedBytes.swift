extension String {
    /// Whether Foundation has replaced bytes that are not UTF-8: as a path, the text would name another file.
    package var hasReplacedBytes: Bool { unicodeScalars.contains("\u{FFFD}") }
}
