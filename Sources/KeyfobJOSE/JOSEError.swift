public import KeyfobCrypto

/// Why a key or a token in a JOSE format is not accepted.
///
/// It says which rule was broken; it never holds any part of the token.
public struct JOSEError: Error, Hashable, CustomStringConvertible {
    /// What happened, in a sentence.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// An error of the layer below, with the same message.
    public init(_ error: CryptoError) { message = error.message }

    /// The message.
    public var description: String { message }
}
