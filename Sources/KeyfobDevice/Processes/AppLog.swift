#if os(Linux)
import Foundation
import KeyfobBackport
import KeyfobDeviceProtocol
import KeyfobSocket

/// The output of an app's processes, limited in size: a pipe whose content is appended to a file. A file that the app
/// itself had open could grow until the disk is full.
///
/// When the file is full, it becomes the earlier one, named `.1`, and a new one begins: of the two, the latest half of
/// ``limit`` is always there.
final class AppLog: SocketSource {
    /// How many bytes of one app's output stay, in two files.
    static let limit = 1 << 20

    /// The descriptor that the processes get; the caller closes its copy once they have it.
    let input: Int32
    let descriptor: Int32
    private let path: String
    /// The file's descriptor; nil once the pipe has ended.
    private let file: Mutex<Int32?>

    /// Opens the file and makes the pipe.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed`.
    init(path: String) throws(DeviceError) {
        self.path = path
        guard let file = Self.open(path) else {
            throw DeviceError(.failed, "\(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            close(file)
            throw DeviceError(.failed, "No pipe can be made.")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        (descriptor, input) = (ends[0], ends[1])
        self.file = Mutex(file)
    }

    var interest: Int16? { file.withLock { $0 } == nil ? nil : Int16(POLLIN) }

    // One read for each turn: an app that writes without end must not keep the loop from its other sources.
    func ready(_ events: Int16) { _ = take() }

    func forgotten() {
        end()
        close(descriptor)
    }

    /// Appends what the processes have written so far: once an app counts as ended, its output can be read.
    func drain() {
        // More than the pipe holds is written by a process that has not ended.
        for _ in 0..<64 where !take() { return }
    }

    private func end() {
        file.withLock { file in
            if let open = file { close(open) }
            file = nil
        }
    }

    /// Moves some bytes from the pipe to the file; returns false if there were none.
    private func take() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        return file.withLock { file in
            guard let open = file else { return false }
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                file = append(buffer[..<count], to: open)
                return true
            }
            guard count < 0, errno == EAGAIN || errno == EINTR else {
                close(open)
                file = nil
                return false
            }
            return false
        }
    }

    /// Appends bytes, and returns the file that is written from then on. What does not fit on the disk is dropped.
    private func append(_ bytes: ArraySlice<UInt8>, to open: Int32) -> Int32 {
        var status = stat()
        var file = open
        if fstat(open, &status) == 0, Int(status.st_size) + bytes.count > Self.limit / 2,
            rename(path, path + ".1") == 0,
            let next = Self.open(path)
        {
            close(open)
            file = next
        }
        _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        return file
    }

    private static func open(_ path: String) -> Int32? {
        let file = Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        return file < 0 ? nil : file
    }
}
#endif
