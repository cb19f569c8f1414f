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
    }

    /// Closes the descriptor in child processes.
    func makePrivate() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

    package func close() { systemClose(number) }
}

// The C functions under names that the methods above do not hide.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, bytes, count)
}
private func systemClose(_ number: Int32) { _ = close(number) }
