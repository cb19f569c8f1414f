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
///
/// Should somebody delete the file, whoever has it mapped would never hear of those who make it anew. So a writer
/// looks before every commit whether the file's name still means what it has mapped, and a reader now and then; no
/// two files ever have a word in common, so nothing that is remembered outlives the file that vouched for it.
final class GenerationPage: Sendable {
    /// How long a reader goes on with a file that was deleted and made anew by another process, at most.
    static let vigilance: UInt64 = 100_000_000

    /// The words that a writer made odd, and where.
    struct Announcement {
        fileprivate let page: GenerationFile
        fileprivate let words: Set<Int>
    }

    private let path: String
    private let vigilance: UInt64
    private let lastLook = Atomic<UInt64>(0)
    /// Every file that was mapped; one that was left behind stays mapped, since somebody may be reading it just now.
    private let files: Mutex<[GenerationFile]>
    // Safe to share: the words of one of `files`, which are touched by atomic operations only.
    nonisolated(unsafe) private let address: Atomic<UnsafeMutableRawPointer>

    private var words: UnsafeMutablePointer<Atomic<UInt64>> {
        address.load(ordering: .acquiring).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    /// Maps the file, and makes it if it is missing or short; that takes `lock` for a moment.
    ///
    /// - Parameter vigilance: nanoseconds between two looks of a reader at the file's name.
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

    /// The word of an account (FNV-1a, which every process computes alike); word 0 is none's.
    func word(of homeAccountID: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in homeAccountID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return 1 + Int(hash % UInt64(GenerationFile.count - 1))
    }

    /// What a word says now.
    func generation(_ word: Int) -> UInt64 {
        let now = Self.nanoseconds()
        if now &- lastLook.load(ordering: .relaxed) >= vigilance {
            lastLook.store(now, ordering: .relaxed)
            look()
        }
        return words[word].load(ordering: .acquiring)
    }

    /// Which database it is: another value after the database was replaced by a fresh one.
    var epoch: UInt64 {
        let epoch = words[0].load(ordering: .acquiring)
        guard epoch == GenerationFile.retired else { return epoch }
        look()
        return words[0].load(ordering: .acquiring)
    }

    /// Makes words odd, each with a value that it never had. Only under the store's lock.
    func begin(_ touched: Set<Int>) -> Announcement? {
        guard let page = files.withLock({ $0.last }) else { return nil }
        page.begin(touched)
        return Announcement(page: page, words: touched)
    }

    /// Makes the words of an announcement even again. Only under the store's lock.
    func end(_ announcement: Announcement?) { announcement?.page.end(announcement?.words ?? []) }

    /// Makes every odd word even: what a killed writer left. Only under the store's lock.
    func heal() { files.withLock { $0.last }?.heal() }

    /// Tells every process that the database was replaced. Only under the store's lock.
    func replaceDatabase() { files.withLock { $0.last }?.replaceDatabase() }

    /// Maps the file that the name means now, and makes it if it was deleted. Only under the store's lock.
    ///
    /// Whoever has the old one mapped is told by it.
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

    /// Maps the file that the name means now, if there is another one than before. A missing one is left to a writer.
    private func look() {
        files.withLock { files in
            guard let current = files.last, !current.isCurrent(path), let file = try? GenerationFile(path: path) else {
                return
            }
            files.append(file)
            address.store(file.address, ordering: .releasing)
        }
    }

    /// A clock for intervals: the kernel's cheapest, a few milliseconds coarse.
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
