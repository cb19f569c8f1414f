import GRDB
import KeyfobBackport

/// Runs transactions one after another, and makes those that wait at the same moment durable with one commit.
///
/// A durable commit costs a write to the disk, which would limit a server with many clients. So the first transaction
/// that arrives commits for all that arrive meanwhile: one SQLite transaction with a savepoint for each, so that one
/// that throws is rolled back alone. No caller gets its result before the commit with its work is on the disk.
final class GroupCommit: Sendable {
    /// The largest number of transactions that share one commit, so that the first of them does not wait too long.
    static let largestGroup = 64

    private struct Work: Sendable {
        /// Performs the work and stores its result.
        let perform: @Sendable (Database) throws -> Void
        /// Resumes the caller: with nil after the commit, otherwise with the error.
        let answer: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Work] = []
        var isDraining = false
    }

    private let writer: any DatabaseWriter
    private let state = Mutex(State())

    init(_ writer: any DatabaseWriter) { self.writer = writer }

    /// Performs a transaction and returns its result once that is durable.
    ///
    /// - Throws: the body's error or SQLite's; in both cases nothing of the body's work remains.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let kept = Mutex<Value?>(nil)
            enqueue(
                Work(
                    perform: { database in
                        let value = try body(database)
                        kept.withLock { $0 = value }
                    },
                    answer: { error in
                        if let error {
                            continuation.resume(throwing: error)
                        } else if let value = kept.withLock({ $0 }) {
                            continuation.resume(returning: value)
                        } else {
                            continuation.resume(throwing: DatabaseError(resultCode: .SQLITE_MISUSE))
                        }
                    }))
        }
    }

    private func enqueue(_ work: Work) {
        let isFirst = state.withLock { state in
            state.waiting.append(work)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if isFirst { writer.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    private func drain(_ database: Database) {
        while true {
            let group = state.withLock { state in
                let group = Array(state.waiting.prefix(Self.largestGroup))
                state.waiting.removeFirst(group.count)
                if group.isEmpty { state.isDraining = false }
                return group
            }
            if group.isEmpty { return }
            commit(group, in: database)
        }
    }

    private func commit(_ group: [Work], in database: Database) {
        var outcomes = [(any Error)?](repeating: nil, count: group.count)
        do {
            try database.run("BEGIN IMMEDIATE")
            if group.count == 1 {
                try group[0].perform(database)
            } else {
                for (index, work) in group.enumerated() { outcomes[index] = try performApart(work, in: database) }
            }
            try database.run("COMMIT")
        } catch {
            if database.isInsideTransaction { try? database.run("ROLLBACK") }
            for index in outcomes.indices where outcomes[index] == nil { outcomes[index] = error }
        }
        for (work, outcome) in zip(group, outcomes) { work.answer(outcome) }
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
    fileprivate func run(_ sql: String) throws { try cachedStatement(sql: sql).execute() }
}
