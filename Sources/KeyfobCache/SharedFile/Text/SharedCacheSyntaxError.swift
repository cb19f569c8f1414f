/// Why bytes are not the JSON text of a shared cache: usually because another process is just writing them.
public struct SharedCacheSyntaxError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting the text, which holds secrets.
    public let message: String
    /// Where, in bytes from the start.
    public let offset: Int

    /// The message and where.
    public var description: String { "\(message) at byte \(offset)" }
}
