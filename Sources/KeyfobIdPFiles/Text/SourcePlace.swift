/// A place in a file that an administrator wrote.
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

/// A file with its content.
package struct SourceFile: Sendable {
    /// The name, for errors.
    package let name: String
    /// The bytes: YAML or JSON in UTF-8.
    package let bytes: [UInt8]

    /// Takes a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// The limits for files: beyond them a file is refused before it is read, or as soon as it is counted.
package enum SourceLimits {
    /// The bytes of all files together.
    package static let bytes = 32 << 20
    /// The number of files.
    package static let files = 1000
    /// The passwords in clear text in the files of a tenant's own administrator: each takes a processor for a tenth of a
    /// second.
    static let passwordsOfTenant = 100
    /// The depth of objects and lists in each other.
    static let depth = 64
    /// The number of values in one file.
    static let values = 1_000_000
}
