package import KeyfobCrypto

/// The reason why a key or a token in a JOSE format was refused.
///
/// It names the violated rule, and never contains any part of the token.
package struct JOSEError: Error, Hashable, CustomStringConvertible {
    /// What happened, as a sentence.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// Makes an error from a cryptographic one, with the same message.
    package init(_ error: CryptoError) { message = error.message }

    /// The message.
    package var description: String { message }
}
