/// The reason why a server's message is not the expected one.
public struct MessageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting the message, which may be secret.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
