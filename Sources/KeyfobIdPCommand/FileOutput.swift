#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file descriptor that text is written to at once, unbuffered: a test or a supervisor waits for our lines.
struct FileOutput {
    static let standardOutput = FileOutput(descriptor: STDOUT_FILENO)
    static let standardError = FileOutput(descriptor: STDERR_FILENO)

    let descriptor: Int32

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            // A reader that has gone away is no reason to stop serving.
            if count < 0 && errno != EINTR { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
