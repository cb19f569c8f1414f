/// The reason why a cryptographic operation failed.
///
/// It describes what was wrong with the input, and never contains the input.
package struct CryptoError: Error, Hashable, CustomStringConvertible {
    /// What happened and what it means, as a sentence.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// The message.
    package var description: String { message }
}
