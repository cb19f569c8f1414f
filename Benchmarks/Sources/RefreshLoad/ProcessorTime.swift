import Foundation

/// The processor time that a process has used, from `/proc`.
enum ProcessorTime {
    /// User and system time in seconds; the kernel counts in ticks of 10 ms.
    static func seconds(of process: Int) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The second field is the program's name in parentheses and may hold anything; utime and stime are 14 and 15.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
