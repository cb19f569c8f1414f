import KeyfobCore
import KeyfobSQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Words of memory that all processes of a store share: they tell a reader, in nanoseconds, whether what it remembers
/// of an account is still what the database says.
///
/// Accounts are spread over the words by a hash. A writer, alone under the store's lock, makes the words of the
/// accounts that it touched odd before it commits, and even again after: a word that is even and has not changed
/// vouches for what was read when it was seen. An odd one means: read the database. A writer that was killed in
/// between leaves odd words; whoever gets the lock next makes them even.
///
/// One word for all, with a table of changes to catch up by, would make every reader pay for every write; so each
/// reader pays only for what it asks.
final class GenerationPage: Sendable {
    static let count = 4096
    private static let size = count * MemoryLayout<UInt64>.stride

    // Safe to share: mapped for as long as this object lives, and touched by atomic operations only.
    nonisolated(unsafe) private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// Maps the file, and makes it if it is missing or short; that takes `lock` for a moment.
    init(path: String, lock: FileLock) throws(AuthError) {
        let descriptor = try PrivateFile.open(path)
        defer { close(descriptor) }
        if try Self.length(descriptor, path) < Self.size {
            try lock.lock(timeoutSeconds: 10)
            defer { lock.unlock() }
            if try Self.length(descriptor, path) < Self.size { try Self.fill(descriptor, path) }
        }
        let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else { throw .storage("The file \(path) cannot be mapped.", errno) }
        words = address.bindMemory(to: Atomic<UInt64>.self, capacity: Self.count)
    }

    deinit { munmap(UnsafeMutableRawPointer(words), Self.size) }

    private static func length(_ descriptor: Int32, _ path: String) throws(AuthError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .storage("The file \(path) cannot be examined.", errno) }
        return Int(status.st_size)
    }

    /// Writes every byte: a file with holes would kill the process when the disk is full.
    private static func fill(_ descriptor: Int32, _ path: String) throws(AuthError) {
        let zeros = [UInt8](repeating: 0, count: size)
        let written = zeros.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == size else {
            let failure = written < 0 ? errno : ENOSPC
            ftruncate(descriptor, 0)
            throw .storage("The file \(path) cannot be written.", failure)
        }
    }

    /// The word of an account (FNV-1a, which every process computes alike); word 0 is none's.
    func word(of homeAccountID: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in homeAccountID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return 1 + Int(hash % UInt64(Self.count - 1))
    }

    /// What a word says now.
    func generation(_ word: Int) -> UInt64 { words[word].load(ordering: .acquiring) }

    /// How often the database has been replaced by a fresh one.
    var epoch: UInt64 { words[0].load(ordering: .acquiring) }

    /// Makes words odd, each with a value that it never had. Only under the store's lock.
    func begin(_ touched: some Sequence<Int>) {
        for word in touched {
            let value = words[word].load(ordering: .relaxed)
            words[word].store((value &+ 1) | 1, ordering: .sequentiallyConsistent)
        }
    }

    /// Makes words even again. Only under the store's lock.
    func end(_ touched: some Sequence<Int>) {
        for word in touched {
            let value = words[word].load(ordering: .relaxed)
            words[word].store((value | 1) &+ 1, ordering: .sequentiallyConsistent)
        }
    }

    /// Makes every odd word even: what a killed writer left. Only under the store's lock.
    func heal() {
        for word in 1..<Self.count where !words[word].load(ordering: .relaxed).isMultiple(of: 2) { end([word]) }
    }

    /// Tells every process that the database was replaced. Only under the store's lock.
    func replaceDatabase() {
        words[0].wrappingAdd(1, ordering: .sequentiallyConsistent)
        for word in 1..<Self.count {
            begin([word])
            end([word])
        }
    }
}
