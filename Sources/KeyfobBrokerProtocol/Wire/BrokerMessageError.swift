/// The reason why a message between an app and a broker is invalid.
public struct BrokerMessageError: Error, Hashable, CustomStringConvertible {
    /// The problem, in a sentence that quotes no value, which may be secret.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
