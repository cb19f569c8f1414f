import GRDB
import KeyfobBackport
import KeyfobSQLite

/// Runs transactions one after another, and makes those that wait at the same moment durable with one commit.
///
/// A durable commit costs a write to the disk, which would limit a server with many clients. So the first transaction
/// that arrives commits for all that arrive meanwhile, in one SQLite transaction. One that throws after it has written is
/// rolled back alone: the group is performed again, with a savepoint for each, so a body may run twice. No caller gets
/// its result before the commit with its work is on the disk.
final class GroupCommit: Sendable {
    /// The largest number of transactions that share one commit, so that the first of them does not wait too long.
    static let largestGroup = 64

    /// The longest time that a commit may occupy the thread of a caller. Changing threads twice costs a dozen
    /// microseconds: a lot where a disk's sync is quick, and nothing where it takes milliseconds.
    private static let quick: Duration = .milliseconds(1)

    /// The largest number of commits in a row on the thread of a caller, which has other work too.
    private static let groupsHere = 4

    private struct Work: Sendable {
        /// Performs the work and stores its result.
        let perform: @Sendable (Database) throws -> Void
        let outcome: Outcome
    }

    /// What a body has returned; it counts once the work is durable.
    private final class Returned<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private struct State {
        var waiting: [Work] = []
        var isDraining = false
        /// Whether the last commit was quick.
        var isQuick = false
    }

    private let writer: any DatabaseWriter
    private let state = Mutex(State())

    init(_ writer: any DatabaseWriter) { self.writer = writer }

    /// Performs a transaction and returns its result once that is durable.
    ///
    /// - Parameter isShort: whether the body may run on the calling thread, if the last commit was quick and none is in
    ///   progress.
    /// - Throws: the body's error or SQLite's; in both cases nothing of the body's work remains.
    func perform<Value: Sendable>(
        isShort: Bool, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let returned = Returned<Value>()
        try await perform(isShort: isShort) { database in
            let value = try body(database)
            returned.value.withLock { $0 = value }
        }
        guard let value = returned.value.withLock({ $0 }) else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        return value
    }

    /// Performs a transaction that returns nothing. It is not generic, so that no type's metadata is looked up at run time.
    private func perform(isShort: Bool, _ body: @escaping @Sendable (Database) throws -> Void) async throws {
        let outcome = Outcome()
        if enqueue(Work(perform: body, outcome: outcome), isShort: isShort) {
            // Requests that have arrived at the same moment join the group before it is performed.
            await Task.yield()
            drainHere()
        }
        try await outcome.wait()
    }

    /// Adds work; returns whether the caller has to perform it.
    private func enqueue(_ work: Work, isShort: Bool) -> Bool {
        let (isFirst, isHere) = state.withLock { state in
            state.waiting.append(work)
            defer { state.isDraining = true }
            return (!state.isDraining, isShort && state.isQuick)
        }
        guard isFirst else { return false }
        guard isHere else {
            writer.asyncWriteWithoutTransaction { self.drain($0) }
            return false
        }
        return true
    }

    /// Performs groups on the calling thread, and leaves the rest to the writer's own if there are too many.
    private func drainHere() {
        let isMore = writer.unsafeReentrantWrite { database in
            for _ in 0..<Self.groupsHere {
                commitNext(in: database)
                let next = state.withLock { state in
                    state.isDraining = !state.waiting.isEmpty
                    return (isMore: state.isDraining, isQuick: state.isQuick)
                }
                guard next.isMore else { return false }
                guard next.isQuick else { return true }
            }
            return true
        }
        if isMore { writer.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    private func drain(_ database: Database) {
        while true {
            commitNext(in: database)
            let isDone = state.withLock { state in
                if state.waiting.isEmpty { state.isDraining = false }
                return state.waiting.isEmpty
            }
            if isDone { return }
        }
    }

    private func commitNext(in database: Database) {
        let group = state.withLock { state in
            let group = Array(state.waiting.prefix(Self.largestGroup))
            state.waiting.removeFirst(group.count)
            return group
        }
        guard !group.isEmpty else { return }
        let began = ContinuousClock.now
        commit(group, in: database)
        let taken = began.duration(to: .now)
        state.withLock { $0.isQuick = taken < Self.quick }
    }

    private func commit(_ group: [Work], in database: Database) {
        var outcomes = [(any Error)?](repeating: nil, count: group.count)
        do {
            if try !commitTogether(group, &outcomes, in: database) {
                outcomes = [(any Error)?](repeating: nil, count: group.count)
                try database.run("BEGIN IMMEDIATE")
                for (index, work) in group.enumerated() { outcomes[index] = try performApart(work, in: database) }
                try database.run("COMMIT")
            }
        } catch {
            if database.isInsideTransaction { try? database.run("ROLLBACK") }
            for index in outcomes.indices where outcomes[index] == nil { outcomes[index] = error }
        }
        for (work, error) in zip(group, outcomes) { work.outcome.settle(error) }
    }

    /// Performs and commits transactions without a savepoint for each, which would cost as much as two of its statements:
    /// few throw, and most of those before they write.
    ///
    /// - Parameter outcomes: the error of each that threw.
    /// - Returns: false if one of several threw after it had written. Then nothing is committed, because what it wrote
    ///   has to be undone alone.
    private func commitTogether(
        _ group: [Work], _ outcomes: inout [(any Error)?], in database: Database
    ) throws -> Bool {
        try database.run("BEGIN IMMEDIATE")
        for (index, work) in group.enumerated() {
            let changes = database.totalChangesCount
            do {
                try work.perform(database)
            } catch {
                // A full disk or a failed read ends SQLite's whole transaction: no work of the group remains.
                guard group.count > 1, database.isInsideTransaction else { throw error }
                guard database.totalChangesCount == changes else {
                    try database.run("ROLLBACK")
                    return false
                }
                outcomes[index] = error
            }
        }
        try database.run("COMMIT")
        return true
    }

    /// Performs one of several transactions so that it can be rolled back alone; returns the error that it threw.
    private func performApart(_ work: Work, in database: Database) throws -> (any Error)? {
        try database.run("SAVEPOINT one")
        do {
            try work.perform(database)
        } catch {
            // A full disk or a failed read ends SQLite's whole transaction: no work of the group remains.
            guard database.isInsideTransaction else { throw error }
            try database.run("ROLLBACK TO one")
            try database.run("RELEASE one")
            return error
        }
        try database.run("RELEASE one")
        return nil
    }
}

extension Database {
    fileprivate func run(_ sql: String) throws { try PreparedStatement(sql, self).run() }
}

/// The end of a transaction, for which its caller waits: the commit, or an error.
private final class Outcome: Sendable {
    private enum State {
        case running
        case awaited(CheckedContinuation<Void, any Error>)
        case settled(Result<Void, any Error>)
    }

    private let state = Mutex(State.running)

    /// Resumes the caller: with nil after the commit, otherwise with the error.
    func settle(_ error: (any Error)?) {
        let result: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let before = state.withLock { state in
            defer { state = .settled(result) }
            return state
        }
        if case .awaited(let caller) = before { caller.resume(with: result) }
    }

    /// Waits for the end.
    func wait() async throws {
        if case .settled(let result) = state.withLock({ $0 }) { return try result.get() }
        try await withCheckedThrowingContinuation { continuation in
            let before = state.withLock { state in
                defer { if case .running = state { state = .awaited(continuation) } }
                return state
            }
            if case .settled(let result) = before { continuation.resume(with: result) }
        }
    }
}
