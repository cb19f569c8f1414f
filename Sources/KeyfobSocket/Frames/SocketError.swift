#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The reason why a local socket could not be used.
package struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, in a sentence.
    package let message: String

    /// Whether the operating system denied access to this user (EACCES, EPERM).
    package let isRefusal: Bool

    /// Makes an error.
    package init(_ message: String) { self.init(message, isRefusal: false) }

    private init(_ message: String, isRefusal: Bool) {
        self.message = message
        self.isRefusal = isRefusal
    }

    /// A frame is larger than ``FrameLimit/bytes``.
    package static let frameTooLarge = SocketError("A frame is larger than \(FrameLimit.bytes) bytes.")
    /// The connection is closed.
    package static let closed = SocketError("The connection is closed.")
    /// The other end does not read.
    package static let backlog = SocketError("The other end does not read what is sent to it.")
    /// The connection ended within a frame.
    package static let truncated = SocketError("The connection ended within a frame.")

    /// Makes an error from an error of the operating system.
    static func system(_ what: String, _ number: Int32) -> SocketError {
        SocketError(
            "\(what): \(String(cString: strerror(number))) (\(number)).",
            isRefusal: number == EACCES || number == EPERM)
    }

    /// The message.
    package var description: String { message }
}
