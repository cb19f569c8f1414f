#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The operations on a file descriptor that this module needs.
package struct FileDescriptor: Sendable, Hashable {
    package let number: Int32

    /// Makes a value for a descriptor.
    package init(number: Int32) { self.number = number }

    static let standardOutput = FileDescriptor(number: 1)

    /// Writes all of a text, waiting for a slow reader. Returns whether all was written.
    @discardableResult
    func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Makes reads and writes return at once, and closes the descriptor in child processes.
    package func makeNonBlockingAndPrivate() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        makePrivate()
        #if canImport(Darwin)
        // As `sendFlags` elsewhere. It is an option of sockets, and a call for pipes.
        var on: Int32 = 1
        if setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size)) != 0 {
            _ = fcntl(number, F_SETNOSIGPIPE, 1)
        }
        #endif
    }

    #if canImport(Darwin)
    /// The flags of `send`: none, since ``makeNonBlockingAndPrivate()`` sets the option.
    package static let sendFlags: Int32 = 0
    #else
    /// The flags of `send`. Without it, a browser that closes a connection early would end the process with SIGPIPE.
    package static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Closes the descriptor in child processes.
    func makePrivate() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

    package func close() { systemClose(number) }
}

// The C functions under names that the methods above do not hide.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, bytes, count)
}
private func systemClose(_ number: Int32) { _ = close(number) }
