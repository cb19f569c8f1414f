#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// When the machine was started: what a process wrote before that, it wrote in another life.
enum SystemStart {
    /// Seconds by which the clock may have been set since.
    private static let leeway: Int64 = 60

    /// Whether the machine was started after a file's content was changed last. False where that cannot be known.
    static func isLater(thanChangeOf descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let start = seconds else { return false }
        let (limit, overflow) = Int64(status.modified.tv_sec).addingReportingOverflow(leeway)
        return !overflow && limit < start
    }

    /// In seconds since 1970 (`btime` of proc(5)).
    private static let seconds: Int64? = {
        guard let descriptor = PlainFile.open("/proc/stat", O_RDONLY) else { return nil }
        defer { close(descriptor) }
        let text = String(decoding: PlainFile.readAll(descriptor, limit: 1 << 20) ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Int64($0.dropFirst(6)) }
    }()
}
