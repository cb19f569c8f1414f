/// A syntax error in a shared cache, usually because another process is writing it.
package struct SharedCacheSyntaxError: Error, Hashable, CustomStringConvertible {
    /// The message, without a quotation of the text, which contains secrets.
    package let message: String
    /// The position, in bytes from the start.
    package let offset: Int

    /// The message and the position.
    package var description: String { "\(message) at byte \(offset)" }
}
