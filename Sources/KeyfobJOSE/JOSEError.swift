public import KeyfobCrypto

/// The reason why a key or a token in a JOSE format was refused.
///
/// It names the violated rule, and never contains any part of the token.
public struct JOSEError: Error, Hashable, CustomStringConvertible {
    /// What happened, as a sentence.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// Makes an error from a cryptographic one, with the same message.
    public init(_ error: CryptoError) { message = error.message }

    /// The message.
    public var description: String { message }
}
