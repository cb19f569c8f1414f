import Foundation

/// A handle of a process that cannot be mistaken for another one: a `pidfd`, which no later process of the same id has.
package final class ProcessHandle: Sendable {
    /// The descriptor, which becomes readable when the process ends; -1 where the kernel has none (before 5.3).
    package let descriptor: Int32
    /// The process id.
    package let processID: Int32

    private init(descriptor: Int32, processID: Int32) {
        self.descriptor = descriptor
        self.processID = processID
    }

    deinit { if descriptor >= 0 { UnixSocket.close(descriptor) } }

    /// Opens the process that connected (`SO_PEERPIDFD`, Linux 6.5), else one by its id, which is read again
    /// afterwards.
    ///
    /// - Throws: ``SocketError`` if the process has ended, or the kernel has no such handles.
    package convenience init(peerOf descriptor: Int32) throws(SocketError) {
        let before = try PeerCredentials(of: descriptor)
        var handle: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        // The number of SO_PEERPIDFD, which this system's headers may lack.
        if getsockopt(descriptor, SOL_SOCKET, 77, &handle, &length) == 0, handle >= 0 {
            _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
            self.init(descriptor: handle, processID: before.processID)
            return
        }
        try self.init(processID: before.processID)
        guard isAlive, try PeerCredentials(of: descriptor) == before else { throw .closed }
    }

    /// Opens a process by its id: only safe for a child that has not been waited for.
    ///
    /// - Throws: ``SocketError`` if there is none, or the kernel has no such handles.
    package convenience init(processID: Int32) throws(SocketError) {
        guard processID > 0, let open = Self.pidfdOpen else {
            throw SocketError("This system has no handles of processes (pidfd_open).")
        }
        let handle = open(processID, 0)
        guard handle >= 0 else { throw .system("Cannot open process \(processID)", errno) }
        self.init(descriptor: handle, processID: processID)
    }

    /// Whether the process is still running.
    package var isAlive: Bool {
        guard descriptor >= 0 else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return UnixSocket.retrying { poll(&polled, 1, 0) } == 0
    }

    /// Sends the process a signal; nothing happens if it has ended.
    package func signal(_ number: Int32) {
        if descriptor >= 0 { _ = Self.pidfdSendSignal?(descriptor, number, nil, 0) }
    }

    // The C library has both since 2.36; they are looked up so that older ones can be linked.
    private static let pidfdOpen: (@convention(c) (Int32, UInt32) -> Int32)? = symbol("pidfd_open")
    private static let pidfdSendSignal: (@convention(c) (Int32, Int32, UnsafeMutableRawPointer?, UInt32) -> Int32)? =
        symbol("pidfd_send_signal")

    private static func symbol<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }
}
