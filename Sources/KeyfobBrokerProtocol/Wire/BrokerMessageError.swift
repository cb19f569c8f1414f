/// Why a message between an app and a broker is not one that Keyfob accepts.
public struct BrokerMessageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in a sentence that quotes no value, which may be secret.
    public let message: String

    /// Makes an error.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
