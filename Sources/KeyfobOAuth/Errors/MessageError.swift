/// The reason why a server's message is not the expected one.
package struct MessageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting the message, which may be secret.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// The message.
    package var description: String { message }
}
