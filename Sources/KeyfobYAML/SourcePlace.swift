/// A place in a file that a user wrote.
package struct SourcePlace: Sendable, Hashable {
    /// The file's name, as it was given.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int

    /// Names a place.
    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `contoso.yaml:12:5`
    package var text: String { "\(file):\(line):\(column)" }
}
