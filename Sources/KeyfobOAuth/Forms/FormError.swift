/// The reason why a text is not a form that Keyfob accepts.
package struct FormError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting a value, which may be secret.
    package let message: String
    /// The name of the duplicate parameter, if that is the reason.
    package let duplicate: String?

    /// Makes an error.
    package init(message: String, duplicate: String? = nil) {
        self.message = message
        self.duplicate = duplicate
    }

    /// The message.
    package var description: String { message }
}
