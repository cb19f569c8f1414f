import KeyfobBackport
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Words of shared memory by which the readers of a store check, in nanoseconds, whether an account that they remember
/// is unchanged in the database.
///
/// Accounts are spread over the words by a hash. A writer, which holds the store's lock, makes the words of the
/// accounts that it changed odd before it commits, and even again afterwards. As long as a word is even and unchanged,
/// rows that were read under it are current. An odd word means: read the database. A writer that was killed in between
/// leaves odd words; the next holder of the lock makes them even.
///
/// With a single word and a log of changes, every reader would pay for every write; this way a reader pays only for the
/// accounts that it reads.
///
/// If the file is deleted, processes that have it mapped would not notice the writes of processes that make it again.
/// So a writer checks before every commit, and a reader now and then, that the path still names the mapped file. No two
/// files ever have a word in common, so nothing remembered outlives its file.
final class GenerationPage: Sendable {
    /// The nanoseconds for which a reader may continue with a file that another process has replaced.
    static let vigilance: UInt64 = 100_000_000

    /// The words that a writer made odd, with their file.
    struct Announcement {
        fileprivate let page: GenerationFile
        fileprivate let words: Set<Int>
    }

    private let path: String
    private let vigilance: UInt64
    private let lastLook = Atomic<UInt64>(0)
    /// Every file that was mapped; former ones stay mapped, since another thread may be reading them.
    private let files: Mutex<[GenerationFile]>
    // Safe to share: the words of one of `files`, which are touched by atomic operations only.
    nonisolated(unsafe) private let address: Atomic<UnsafeMutableRawPointer>

    private var words: MappedWords { mappedWords(at: address.load(ordering: .acquiring)) }

    /// Maps the file, and makes it if it is missing or short; acquires `lock` for that.
    ///
    /// - Parameter vigilance: the nanoseconds between two checks of the file's path by a reader.
    init(path: String, lock: FileLock, vigilance: UInt64 = vigilance) throws(AuthError) {
        self.path = path
        self.vigilance = vigilance
        let file: GenerationFile
        if let complete = try GenerationFile(path: path) {
            file = complete
        } else {
            try lock.lock(timeoutSeconds: 10)
            defer { lock.unlock() }
            file = try GenerationFile(completing: path)
        }
        files = Mutex([file])
        address = Atomic(file.address)
    }

    /// The word of an account (FNV-1a, which is the same in every process); word 0 belongs to no account.
    func word(of homeAccountID: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in homeAccountID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return 1 + Int(hash % UInt64(GenerationFile.count - 1))
    }

    /// The present value of a word.
    func generation(_ word: Int) -> UInt64 {
        let now = Self.nanoseconds()
        if now &- lastLook.load(ordering: .relaxed) >= vigilance {
            lastLook.store(now, ordering: .relaxed)
            look()
        }
        return words[word].load(ordering: .acquiring)
    }

    /// The number of the database, which changes when the database is replaced by a new one.
    var epoch: UInt64 {
        let epoch = words[0].load(ordering: .acquiring)
        guard epoch == GenerationFile.retired else { return epoch }
        look()
        return words[0].load(ordering: .acquiring)
    }

    /// Makes words odd, each with a value that it never had. Requires the store's lock.
    func begin(_ touched: Set<Int>) -> Announcement? {
        guard let page = files.withLock({ $0.last }) else { return nil }
        page.begin(touched)
        return Announcement(page: page, words: touched)
    }

    /// Makes the words of an announcement even again. Requires the store's lock.
    func end(_ announcement: Announcement?) { announcement?.page.end(announcement?.words ?? []) }

    /// Makes every odd word, left by a killed writer, even. Requires the store's lock.
    func heal() { files.withLock { $0.last }?.heal() }

    /// Notifies every process that the database was replaced. Requires the store's lock.
    func replaceDatabase() { files.withLock { $0.last }?.replaceDatabase() }

    /// Maps the file that the path names now, and makes it if it was deleted. Requires the store's lock.
    ///
    /// The former file is marked as replaced for the processes that have it mapped.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if the file cannot be made.
    func renew() throws(AuthError) {
        try files.withLock { files throws(AuthError) in
            guard let current = files.last, !current.isCurrent(path) else { return }
            let file = try GenerationFile(completing: path)
            files.append(file)
            address.store(file.address, ordering: .releasing)
            current.retire()
        }
    }

    /// Maps the file that the path names now, if it is a new one. Leaves making a missing one to a writer.
    private func look() {
        files.withLock { files in
            guard let current = files.last, !current.isCurrent(path), let file = try? GenerationFile(path: path) else {
                return
            }
            files.append(file)
            address.store(file.address, ordering: .releasing)
        }
    }

    /// The kernel's cheapest clock for intervals, accurate to a few milliseconds.
    private static func nanoseconds() -> UInt64 {
        #if canImport(Glibc)
        var time = timespec()
        guard clock_gettime(CLOCK_MONOTONIC_COARSE, &time) == 0 else { return 0 }
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
        #else
        return clock_gettime_nsec_np(CLOCK_UPTIME_RAW_APPROX)
        #endif
    }
}
