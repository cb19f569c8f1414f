/// Why a cryptographic operation could not be done.
///
/// It says what was wrong with the input, never what the input was.
public struct CryptoError: Error, Hashable, CustomStringConvertible {
    /// What happened and what it means, in a sentence.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
