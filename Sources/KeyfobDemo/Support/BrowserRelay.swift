#if Server
import Foundation

extension BrowserFolder {
    fileprivate var windows: String { "\(directory)/windows" }

    /// Passes on the address of the broker's page, if a real user takes the place of the simulated one.
    func run(window address: String) -> Bool {
        // Without waiting: where no process reads any more, nothing is written.
        let descriptor = open(windows, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let line = Array((address + "\n").utf8)
        return write(descriptor, line, line.count) == line.count
    }
}

/// A browser folder without a simulated user: the address of the broker's page is passed on to the real user.
final class BrowserRelay: Sendable {
    private let path: String
    private let descriptor: Int32

    /// - Parameter opened: Called with each address, on a separate thread.
    init(_ browserFolder: BrowserFolder, opened: @escaping @Sendable (String) -> Void) throws {
        path = browserFolder.windows
        try require(mkfifo(path, 0o600) == 0, "no pipe could be made: \(String(cString: strerror(errno)))")
        // Open for writing too: the pipe does not end with a browser that has written its line.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        try require(descriptor >= 0, "the pipe cannot be opened: \(String(cString: strerror(errno)))")
        if let userID = browserFolder.userID {
            try require(lchown(path, userID, userID) == 0, "the pipe could not change its owner")
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
                    // No address is empty: an empty line ends the thread.
                    if line.isEmpty { return }
                    opened(line)
                }
            }
        }
    }

    /// Stops passing addresses on, and ends the thread.
    func end() {
        unlink(path)
        var newline: UInt8 = 0x0A
        _ = write(descriptor, &newline, 1)
    }
}
#endif
