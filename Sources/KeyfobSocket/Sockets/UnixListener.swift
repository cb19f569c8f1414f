import Foundation
import KeyfobBackport

/// A socket that listens at a path, served by a ``SocketLoop``.
package final class UnixListener: SocketSource {
    /// The listening descriptor.
    package let descriptor: Int32
    /// The path of the socket.
    package let path: String
    private let loop: SocketLoop
    private let accepted: @Sendable (Int32) -> Void
    private let isOpen = Mutex(true)

    /// Creates the socket and begins to listen. A socket that another process has left there, and on which no process
    /// listens, is replaced.
    ///
    /// - Parameters:
    ///   - path: the path; its folder has to exist, and determines which users can reach the socket.
    ///   - mode: the socket's file mode: which users may connect.
    ///   - loop: serves the socket.
    ///   - accepted: called with each connection, on the loop's thread; it owns the descriptor.
    /// - Throws: ``SocketError`` if another process listens there already, or the path cannot be used.
    package init(
        path: String, mode: UInt32, loop: SocketLoop, accepted: @escaping @Sendable (Int32) -> Void
    ) throws(SocketError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError("\(path) exists, and is not a socket.") }
            if let other = try? UnixSocket.connect(path: path) {
                UnixSocket.close(other)
                throw SocketError("Another process listens at \(path).")
            }
            unlink(path)
        }
        descriptor = try UnixSocket.listen(path: path, mode: mode_t(mode))
        self.path = path
        self.loop = loop
        self.accepted = accepted
        loop.add(self)
    }

    /// Stops listening, and removes the socket.
    package func close() {
        remove()
        loop.wake()
    }

    /// `POLLIN`; nil once closed.
    package var interest: Int16? { isOpen.withLock { $0 } ? Int16(POLLIN) : nil }

    /// Accepts waiting connections.
    package func ready(_ events: Int16) {
        // If no descriptor is free, the connection waits: it is tried again at the loop's next turn.
        while let connection = try? UnixSocket.accept(descriptor) { accepted(connection) }
    }

    /// Closes and removes the socket.
    package func forgotten() {
        UnixSocket.close(descriptor)
        remove()
    }

    /// Removes the socket's path, once: a later socket there belongs to another process.
    private func remove() {
        let isFirst = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if isFirst { unlink(path) }
    }
}
