/// Why bytes are not what ADAL would have written.
public struct LegacyFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in a sentence without any of the content.
    public let message: String

    /// Makes an error of its sentence.
    public init(_ message: String) { self.message = message }

    /// The sentence.
    public var description: String { message }
}
