/// The reason why a cryptographic operation failed.
///
/// It describes what was wrong with the input, and never contains the input.
public struct CryptoError: Error, Hashable, CustomStringConvertible {
    /// What happened and what it means, as a sentence.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
