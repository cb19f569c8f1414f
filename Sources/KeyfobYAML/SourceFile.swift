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
