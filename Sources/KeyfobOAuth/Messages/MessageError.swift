/// Why what a server sent is not the message that was expected.
public struct MessageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting what came, which may be secret.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
