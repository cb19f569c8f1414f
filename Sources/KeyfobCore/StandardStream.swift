#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A standard stream of one of our executables, written to at once and past any buffer: a test, a supervisor or another
/// program waits for our lines.
package struct StandardStream: Sendable {
    /// Why something could not be written.
    package struct Fault: Error {
        private let name: String
        private let number: Int32

        fileprivate init(name: String, number: Int32) {
            self.name = name
            self.number = number
        }

        /// Whether whoever reads the stream has gone away: nobody is left to be told.
        package var isReaderGone: Bool { number == EPIPE }

        /// What happened, in a sentence.
        package var message: String { "\(name) cannot be written: \(String(cString: strerror(number)))." }
    }

    /// Where results go.
    package static let output = StandardStream(descriptor: STDOUT_FILENO, name: "Standard output")
    /// Where everything else goes.
    package static let error = StandardStream(descriptor: STDERR_FILENO, name: "Standard error")

    private let descriptor: Int32
    private let name: String

    /// Writes all of it.
    ///
    /// - Throws: ``Fault`` if only a part of it, or nothing, could be written.
    package func write(_ text: String) throws(Fault) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Fault(name: name, number: count < 0 ? errno : EIO) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes all of it, or ends the process with status 1: what did not arrive is not done. Why is told, unless the reader
    /// has gone away.
    ///
    /// - Parameter speaker: what stands before the reason.
    package func writeOrEnd(_ text: String, speaker: String) {
        do {
            try write(text)
        } catch {
            if !error.isReaderGone { Self.error.writeIfHeard("\(speaker): \(error.message)\n") }
            exit(1)
        }
    }

    /// Writes what nobody has to hear for the work to be done.
    package func writeIfHeard(_ text: String) { try? write(text) }

    /// Keeps the numbers of streams that this process was started without: a file or a socket that it opens would get
    /// one of them, and what is meant for a reader would be written into it. Writing to them fails, as before.
    package static func reserveMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
