/// The reason why a server's message is not the expected one.
package struct MessageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting the message, which may be secret.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// The error for a token, a code or a token type with other characters than RFC 6749 appendix A allows.
    ///
    /// - Parameter place: where it was, without its value.
    package static func notAToken(_ place: String) -> MessageError {
        MessageError("The \(place) has characters that RFC 6749 appendix A does not allow there, and was not accepted.")
    }

    /// The message.
    package var description: String { message }
}
