#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The reason why a local socket could not be used.
package struct SocketFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, in a sentence.
    package let message: String

    /// Whether the operating system denied access to this user (EACCES, EPERM).
    package let isRefusal: Bool

    /// Makes a fault.
    package init(_ message: String) { self.init(message, isRefusal: false) }

    private init(_ message: String, isRefusal: Bool) {
        self.message = message
        self.isRefusal = isRefusal
    }

    /// A frame is larger than ``FrameLimit/bytes``.
    package static let frameTooLarge = SocketFault("A frame is larger than \(FrameLimit.bytes) bytes.")
    /// The connection is closed.
    package static let closed = SocketFault("The connection is closed.")
    /// The other end does not read.
    package static let backlog = SocketFault("The other end does not read what is sent to it.")
    /// The connection ended within a frame.
    package static let truncated = SocketFault("The connection ended within a frame.")

    /// Makes a fault from an error of the operating system.
    static func system(_ what: String, _ number: Int32) -> SocketFault {
        SocketFault(
            "\(what): \(String(cString: strerror(number))) (\(number)).",
            isRefusal: number == EACCES || number == EPERM)
    }

    /// The message.
    package var description: String { message }
}
