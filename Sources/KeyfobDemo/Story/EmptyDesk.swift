#if Server
import Foundation

extension Desk {
    fileprivate var windows: String { "\(directory)/windows" }

    /// Tells where the broker shows a page, if nobody sits at the desk.
    func tell(window address: String) -> Bool {
        // Without waiting: where nobody listens any more, nobody is told.
        let descriptor = open(windows, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let line = Array((address + "\n").utf8)
        return write(descriptor, line, line.count) == line.count
    }
}

/// The desk when nobody of the story sits at it: where the broker shows a page is told to whoever is really there.
final class EmptyDesk: Sendable {
    private let path: String
    private let descriptor: Int32

    /// - Parameter told: called with each address, on a thread of its own.
    init(_ desk: Desk, told: @escaping @Sendable (String) -> Void) throws {
        path = desk.windows
        try require(mkfifo(path, 0o600) == 0, "no pipe could be made: \(String(cString: strerror(errno)))")
        // Open for writing too: the pipe does not end with a browser that has told its line.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        try require(descriptor >= 0, "the pipe cannot be opened: \(String(cString: strerror(errno)))")
        if let userID = desk.userID {
            try require(lchown(path, userID, userID) == 0, "the pipe belongs to nobody")
        }
        let reading = descriptor
        Thread.detachNewThread {
            defer { close(reading) }
            var pending: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(reading, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                pending += buffer[..<count]
                while let end = pending.firstIndex(of: 0x0A) {
                    let line = String(decoding: pending[..<end], as: UTF8.self)
                    pending.removeSubrange(...end)
                    // No address is empty: that is our own word to end.
                    if line.isEmpty { return }
                    told(line)
                }
            }
        }
    }

    /// Nobody is told any more, and the thread ends.
    func end() {
        unlink(path)
        var newline: UInt8 = 0x0A
        _ = write(descriptor, &newline, 1)
    }
}
#endif
