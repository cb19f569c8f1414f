#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A standard stream of an executable of Keyfob, written without buffering: a test, a supervisor or another process
/// waits for the lines.
package struct StandardStream: Sendable {
    /// The reason why a write failed.
    package struct WriteError: Error {
        private let name: String
        private let number: Int32

        fileprivate init(name: String, number: Int32) {
            self.name = name
            self.number = number
        }

        /// Whether the reader has closed the stream.
        package var isReaderGone: Bool { number == EPIPE }

        /// The reason, as a sentence.
        package var message: String { "\(name) cannot be written: \(String(cString: strerror(number)))." }
    }

    /// Standard output, for results.
    package static let output = StandardStream(descriptor: STDOUT_FILENO, name: "Standard output")
    /// Standard error, for everything else.
    package static let error = StandardStream(descriptor: STDERR_FILENO, name: "Standard error")

    private let descriptor: Int32
    private let name: String

    /// Writes the whole text.
    ///
    /// - Throws: ``WriteError`` if not all of it could be written.
    package func write(_ text: String) throws(WriteError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw WriteError(name: name, number: count < 0 ? errno : EIO) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes the whole text, or ends the process with status 1. The reason goes to standard error, unless the reader
    /// has closed the stream.
    ///
    /// - Parameter speaker: the prefix of the reason.
    package func writeOrEnd(_ text: String, speaker: String) {
        do {
            try write(text)
        } catch {
            if !error.isReaderGone { Self.error.writeIgnoringErrors("\(speaker): \(error.message)\n") }
            exit(1)
        }
    }

    /// Writes the text; a failure is ignored.
    package func writeIgnoringErrors(_ text: String) { try? write(text) }

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether the stream is a terminal that can place its cursor, which one of the type `dumb` cannot.
    ///
    /// - Parameter environment: the process's environment.
    package func canPlaceCursor(_ environment: [String: String]) -> Bool {
        guard isTerminal, let kind = environment["TERM"] else { return false }
        return !kind.isEmpty && kind != "dumb"
    }

    /// Whether text on the stream gets colours: on such a terminal, unless `NO_COLOR` is set and not empty
    /// (<https://no-color.org>).
    ///
    /// - Parameter environment: the process's environment.
    package func hasColour(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && canPlaceCursor(environment)
    }

    /// Reserves the standard descriptors that this process was started without: otherwise a file or socket that it
    /// opens could get one of them, and receive the stream's output. Writing to them still fails.
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
