/// The reason why a message between an app and a broker is invalid.
package struct BrokerMessageError: Error, Hashable, CustomStringConvertible {
    /// The problem, in a sentence that quotes no value, which may be secret.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// The message.
    package var description: String { message }
}
