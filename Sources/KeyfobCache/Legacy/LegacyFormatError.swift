/// Data that is not in ADAL's format.
package struct LegacyFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in a sentence that quotes none of the data.
    package let message: String

    /// Makes an error from its sentence.
    package init(_ message: String) { self.message = message }

    /// The sentence.
    package var description: String { message }
}
