/// Data that is not in ADAL's format.
public struct LegacyFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in a sentence that quotes none of the data.
    public let message: String

    /// Makes an error from its sentence.
    public init(_ message: String) { self.message = message }

    /// The sentence.
    public var description: String { message }
}
