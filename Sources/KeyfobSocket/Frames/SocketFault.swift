#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The reason why a local socket could not be used.
public struct SocketFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, in a sentence.
    public let message: String

    /// Whether the operating system denied access to this user (EACCES, EPERM).
    public let isRefusal: Bool

    /// Makes a fault.
    public init(_ message: String) { self.init(message, isRefusal: false) }

    private init(_ message: String, isRefusal: Bool) {
        self.message = message
        self.isRefusal = isRefusal
    }

    /// A frame is larger than ``FrameLimit/bytes``.
    public static let frameTooLarge = SocketFault("A frame is larger than \(FrameLimit.bytes) bytes.")
    /// The connection is closed.
    public static let closed = SocketFault("The connection is closed.")
    /// The other end does not read.
    public static let backlog = SocketFault("The other end does not read what is sent to it.")
    /// The connection ended within a frame.
    public static let truncated = SocketFault("The connection ended within a frame.")

    /// Makes a fault from an error of the operating system.
    static func system(_ what: String, _ number: Int32) -> SocketFault {
        SocketFault(
            "\(what): \(String(cString: strerror(number))) (\(number)).",
            isRefusal: number == EACCES || number == EPERM)
    }

    /// The message.
    public var description: String { message }
}
