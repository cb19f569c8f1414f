import KeyfobBackport
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A mapped file of generations.
final class GenerationFile: Sendable {
    static let count = 4096
    /// The value of word 0 in a file that was deleted and replaced by a new one.
    static let retired = UInt64.max
    private static let size = count * MemoryLayout<UInt64>.stride

    // Safe to share: mapped for as long as this object lives, and touched by atomic operations only.
    nonisolated(unsafe) let address: UnsafeMutableRawPointer
    private let device: UInt64
    private let inode: UInt64

    private var words: MappedWords { mappedWords(at: address) }

    /// Maps the file; returns nil if it is missing or incomplete.
    convenience init?(path: String) throws(AuthError) {
        guard try PrivateFile.exists(path) else { return nil }
        let descriptor = try PrivateFile.open(path, create: false)
        defer { close(descriptor) }
        let status = try Self.status(descriptor, path)
        guard Int(status.st_size) >= Self.size else { return nil }
        try self.init(mapping: descriptor, status, path)
    }

    /// Maps the file, and makes or fills it first. Requires the store's lock.
    convenience init(completing path: String) throws(AuthError) {
        let descriptor = try PrivateFile.open(path)
        defer { close(descriptor) }
        if Int(try Self.status(descriptor, path).st_size) < Self.size { try Self.fill(descriptor, path) }
        try self.init(mapping: descriptor, try Self.status(descriptor, path), path)
    }

    private init(mapping descriptor: Int32, _ status: stat, _ path: String) throws(AuthError) {
        let mapped = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { throw .storage("The file \(path) cannot be mapped.", errno) }
        bindWords(at: mapped, count: Self.count)
        address = mapped
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    deinit { munmap(address, Self.size) }

    private static func status(_ descriptor: Int32, _ path: String) throws(AuthError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .storage("The file \(path) cannot be examined.", errno) }
        return status
    }

    /// Writes every byte: a sparse file would crash the process when the disk is full. Each file begins at a random
    /// number, far from that of any other, so that no generation is valid in two files.
    private static func fill(_ descriptor: Int32, _ path: String) throws(AuthError) {
        let words = [UInt64](repeating: UInt64.random(in: 1..<(1 << 40)) << 22, count: count)
        let written = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == size else {
            let failure = written < 0 ? errno : ENOSPC
            ftruncate(descriptor, 0)
            throw .storage("The file \(path) cannot be written.", failure)
        }
    }

    /// Whether the path still names this file.
    func isCurrent(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && UInt64(truncatingIfNeeded: status.st_ino) == inode
            && UInt64(truncatingIfNeeded: status.st_dev) == device
    }

    /// Makes words odd.
    func begin(_ touched: some Sequence<Int>) {
        for word in touched {
            let value = words[word].load(ordering: .relaxed)
            words[word].store((value &+ 1) | 1, ordering: .sequentiallyConsistent)
        }
    }

    /// Makes words even.
    func end(_ touched: some Sequence<Int>) {
        for word in touched {
            let value = words[word].load(ordering: .relaxed)
            words[word].store((value | 1) &+ 1, ordering: .sequentiallyConsistent)
        }
    }

    /// Makes every odd word even.
    func heal() {
        for word in 1..<Self.count where !words[word].load(ordering: .relaxed).isMultiple(of: 2) { end([word]) }
    }

    /// Changes every word.
    func replaceDatabase() {
        words[0].wrappingAdd(1, ordering: .sequentiallyConsistent)
        begin(1..<Self.count)
        end(1..<Self.count)
    }

    /// Marks this file as replaced, for all processes that have it mapped.
    func retire() {
        words[0].store(Self.retired, ordering: .sequentiallyConsistent)
        begin(1..<Self.count)
        end(1..<Self.count)
    }
}
