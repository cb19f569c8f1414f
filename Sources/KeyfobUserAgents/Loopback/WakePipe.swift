#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Interrupts a thread that waits in `poll`.
package final class WakePipe: Sendable {
    package let reading: FileDescriptor
    private let writing: FileDescriptor

    /// Makes the pipe; nil if the process has no descriptors left.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        reading = FileDescriptor(number: ends[0])
        writing = FileDescriptor(number: ends[1])
        reading.makeNonBlockingAndPrivate()
        writing.makeNonBlockingAndPrivate()
    }

    deinit {
        reading.close()
        writing.close()
    }

    /// Makes the reading end readable until ``reset()``.
    package func signal() { writing.write("!") }

    /// Forgets every signal.
    func reset() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while read(reading.number, &buffer, buffer.count) > 0 {}
    }
}
