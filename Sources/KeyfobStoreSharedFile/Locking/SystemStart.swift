#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The time at which the machine was started: process ids from before that are no longer valid.
enum SystemStart {
    /// The seconds by which the clock may have been adjusted since.
    private static let leeway: Int64 = 60

    /// Whether the machine was started after the last change of a file's content. False if the time is unknown.
    static func isLater(thanChangeOf descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let start = seconds else { return false }
        let (limit, overflow) = Int64(status.modified.tv_sec).addingReportingOverflow(leeway)
        return !overflow && limit < start
    }

    /// The seconds since 1970 (`btime` of proc(5)).
    private static let seconds: Int64? = {
        guard let descriptor = PlainFile.open("/proc/stat", O_RDONLY) else { return nil }
        defer { close(descriptor) }
        let text = String(decoding: PlainFile.readAll(descriptor, limit: 1 << 20) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Int64($0.dropFirst(6)) }
    }()
}
