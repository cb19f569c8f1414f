import Dispatch
import GRDB
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// The queue of one process's transactions, which share commits and thus syncs of the disk.
final class CommitQueue: Sendable {
    /// The maximum number of transactions in a commit, so that other processes get their turn.
    private static let batchSize = 64
    /// The time that a transaction waits for another process, which normally holds the lock for milliseconds.
    private static let patience: DispatchTimeInterval = .seconds(30)

    /// The longest time that a commit may occupy a thread of the task executor. Changing threads twice costs a dozen
    /// microseconds: a lot where a disk's sync is free, and nothing where it takes milliseconds.
    private static let quick: Duration = .milliseconds(1)

    private struct State {
        var pending: [CommitJob] = []
        var isDraining = false
        /// Whether the last commit was quick.
        var isQuick = false
    }

    private let context: StoreContext
    private let connection: StoreConnection
    private let lock: TurnstileLock
    private let hook: @Sendable (StoreTestPoint) -> Void
    private let state = Mutex(State())
    /// The entities that belong to no account, as last read, and the generation under which they are valid.
    private let common = Mutex<(generation: UInt64, partition: AccountPartition?)?>(nil)
    /// For waiting for other processes or a slow disk, which must not block the threads of the task executor.
    private let queue = DispatchQueue(label: "org.keyfob.store.commit")
    /// On Linux these are the threads of the task executor.
    private let quickQueue = DispatchQueue(label: "org.keyfob.store.commit.quick", target: .global())

    init(_ context: StoreContext, hook: @escaping @Sendable (StoreTestPoint) -> Void) throws(AuthError) {
        self.context = context
        self.hook = hook
        connection = StoreConnection(context, isWriter: true)
        lock = try TurnstileLock(turnstilePath: context.turnstilePath, lockPath: context.file.lockPath)
    }

    /// Adds a job to the queue.
    func submit(_ job: CommitJob) {
        let start: DispatchQueue? = state.withLock { state in
            state.pending.append(job)
            guard !state.isDraining else { return nil }
            state.isDraining = true
            return state.isQuick ? quickQueue : queue
        }
        guard let start else { return }
        start.async { self.drain(mayWait: start === self.queue) }
    }

    /// Performs the pending jobs; continues on ``queue`` if it has to wait or the disk is slow.
    private func drain(mayWait: Bool) {
        while true {
            let next: (isDone: Bool, isQuick: Bool) = state.withLock { state in
                if state.pending.isEmpty { state.isDraining = false }
                return (state.pending.isEmpty, state.isQuick)
            }
            if next.isDone { return }
            do {
                if mayWait {
                    try acquire()
                } else {
                    guard next.isQuick, try lock.tryAcquire() else {
                        return queue.async { self.drain(mayWait: true) }
                    }
                }
            } catch {
                takePending(.max).forEach { $0.fail(error) }
                continue
            }
            let began = ContinuousClock.now
            let tell = commit(takePending(Self.batchSize))
            lock.release()
            let taken = began.duration(to: .now)
            state.withLock { $0.isQuick = taken < Self.quick }
            hook(.settled)
            tell.forEach { $0() }
        }
    }

    private func takePending(_ count: Int) -> [CommitJob] {
        state.withLock { state in
            let taken = Array(state.pending.prefix(count))
            state.pending.removeFirst(taken.count)
            return taken
        }
    }

    /// Acquires the lock; meanwhile fails the jobs that have waited for too long, and continues waiting.
    private func acquire() throws(AuthError) {
        if try lock.tryAcquire() { return }
        let watch = DispatchSource.makeTimerSource(queue: .global())
        watch.schedule(deadline: .now() + Self.patience, repeating: Self.patience)
        watch.setEventHandler { [self] in
            takePending(.max).forEach { $0.fail(.lockIsHeld(context.file.lockPath)) }
        }
        watch.activate()
        defer { watch.cancel() }
        try lock.acquire()
    }

    /// Performs jobs in one transaction, and returns the closures that resume their callers.
    private func commit(_ jobs: [CommitJob]) -> [@Sendable () -> Void] {
        guard !jobs.isEmpty else { return [] }
        var tell: [@Sendable () -> Void] = []
        do {
            try context.page.renew()
            try connection.run { database, seal in
                try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
                do {
                    tell = try perform(jobs, database, seal)
                } catch {
                    if database.isInsideTransaction { try? database.rollback() }
                    throw error
                }
            }
            return tell
        } catch {
            return jobs.map { job in { job.fail(error) } }
        }
    }

    private func perform(
        _ jobs: [CommitJob], _ database: Database, _ seal: StoreSeal
    ) throws -> [@Sendable () -> Void] {
        var tell: [@Sendable () -> Void] = []
        var touched: Set<Int> = []
        let generation = context.page.generation(context.page.word(of: ""))
        var common: AccountPartition??
        if let known = self.common.withLock({ $0 }), known.generation == generation { common = .some(known.partition) }
        // A single job is rolled back with the whole transaction.
        let isShared = jobs.count > 1
        for job in jobs {
            if isShared { try database.cachedStatement(sql: "SAVEPOINT job").execute() }
            let transaction = SQLiteTransaction(database, context, seal, common: common)
            let outcome = job.perform(transaction)
            // Nothing is committed to a damaged database, which has to be replaced.
            if let damage = transaction.damage { throw damage }
            switch outcome {
            case .commit(let done):
                tell.append(done)
                touched.formUnion(transaction.touched.map(context.page.word))
            case .undo(let done):
                tell.append(done)
                // A full disk may have rolled back the whole transaction, with the other jobs.
                guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_FULL) }
                if isShared { try database.cachedStatement(sql: "ROLLBACK TO job").execute() }
            }
            if isShared { try database.cachedStatement(sql: "RELEASE job").execute() }
            common = transaction.touched.contains("") ? nil : transaction.common
        }
        let isKnown = !touched.contains(context.page.word(of: "")) && generation.isMultiple(of: 2)
        self.common.withLock { $0 = isKnown ? common.map { (generation, $0) } : nil }
        guard !touched.isEmpty else {
            try database.rollback()
            return tell
        }
        hook(.prepared)
        let announcement = context.page.begin(touched)
        hook(.announced)
        // Also after a failure: the words have changed, so every process reads the database.
        defer { context.page.end(announcement) }
        try database.cachedStatement(sql: "COMMIT").execute()
        hook(.committed)
        return tell
    }
}
