/// A syntax error in a shared cache, usually because another process is writing it.
public struct SharedCacheSyntaxError: Error, Hashable, CustomStringConvertible {
    /// The message, without a quotation of the text, which contains secrets.
    public let message: String
    /// The position, in bytes from the start.
    public let offset: Int

    /// The message and the position.
    public var description: String { "\(message) at byte \(offset)" }
}
