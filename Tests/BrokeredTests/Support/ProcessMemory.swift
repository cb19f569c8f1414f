#if os(Linux)
#if Server
import Foundation

/// The memory of a process, as root reads it.
enum ProcessMemory {
    /// Searches all writable memory of a process for bytes: its heap, its stacks, its data.
    ///
    /// - Returns: The indices of the needles that were found, and the number of bytes searched.
    static func search(_ processID: Int32, for needles: [[UInt8]]) -> (found: Set<Int>, byteCount: Int) {
        let maps = (try? String(contentsOfFile: "/proc/\(processID)/maps", encoding: .utf8)) ?? ""
        let descriptor = open("/proc/\(processID)/mem", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return ([], 0) }
        defer { close(descriptor) }
        var found: Set<Int> = []
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard fields[1].hasPrefix("rw"), ends.count == 2 else { continue }
            var address = ends[0]
            while address < ends[1] {
                let wanted = Int(min(UInt64(buffer.count), ends[1] - address))
                // A page that was never touched cannot be read, and contains nothing.
                let count = pread(descriptor, &buffer, wanted, off_t(truncatingIfNeeded: address))
                guard count > 0 else { break }
                total += count
                for (index, needle) in needles.enumerated() where !found.contains(index) {
                    if holds(buffer, count, needle) { found.insert(index) }
                }
                guard count == wanted, address + UInt64(count) < ends[1] else { break }
                // Bytes across the border of two chunks are found in the second one.
                address += UInt64(count - 8192)
            }
        }
        return (found, total)
    }

    private static func holds(_ buffer: [UInt8], _ count: Int, _ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return false }
        return buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var offset = 0
            // The C library searches for the first byte and compares: memory is large, and tests are built without
            // optimization.
            while offset <= count - needle.count,
                let found = memchr(base + offset, Int32(first), count - needle.count - offset + 1)
            {
                if memcmp(found, needle, needle.count) == 0 { return true }
                offset = base.distance(to: UnsafeRawPointer(found)) + 1
            }
            return false
        }
    }
}
#endif
#endif
