/// The reason why a text is not a form that Keyfob accepts.
public struct FormError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting a value, which may be secret.
    public let message: String
    /// The name of the duplicate parameter, if that is the reason.
    public let duplicate: String?

    /// Makes an error.
    public init(message: String, duplicate: String? = nil) {
        self.message = message
        self.duplicate = duplicate
    }

    /// The message.
    public var description: String { message }
}
