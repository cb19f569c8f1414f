#if Server
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobIdPStoreSQLite
import KeyfobPostgreSQL
import KeyfobSQLite

/// `keyfob-idp migrate-store`: moves all data between SQLite and PostgreSQL.
struct MigrateStoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate-store", abstract: "Copies all data between a data directory and a PostgreSQL database.",
        discussion: """
            Users, applications, signing keys, sessions, tokens, consents and the sign-in log: tokens that clients have \
            stay valid. The target has to be empty, and no provider may use either. The source stays as it is. The files \
            of a data directory, such as the certificate authority and the admin token, are not copied.
            """)

    @Option(help: ArgumentHelp("What to copy.", valueName: "directory|address"), completion: .directory)
    var from: String

    @Option(help: ArgumentHelp("Where to copy it.", valueName: "directory|address"), completion: .directory)
    var to: String

    func validate() throws {
        guard !from.isEmpty, !to.isEmpty else {
            throw ValidationError("--from and --to need a directory or an address.")
        }
        guard from != to else { throw ValidationError("--from and --to are the same.") }
    }

    func run() async throws {
        let source = try ProviderDatabase(argument: from)
        let target = try ProviderDatabase(argument: to)
        let line = ProgressLine("Opening both databases", environment: ProcessInfo.processInfo.environment)
        defer { line.end() }
        let counts = try await BlockingWork.run {
            try StoreMigration(source: source, target: target).run { step, rows in
                line.update(rows == 0 ? step : "\(step): \(rows) rows")
            }
        }
        line.end()
        let rows = counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        ProviderOutput.answer(rows.map { "\($0.key): \($0.value)\n" }.joined() + "Copied everything to \(to).\n")
    }
}

/// The copy of all data from one database to another one.
struct StoreMigration: Sendable {
    let source: ProviderDatabase
    let target: ProviderDatabase

    /// Copies, blocking the thread.
    ///
    /// - Parameter progress: receives a step and the number of rows that it is at.
    /// - Returns: the numbers of rows, by table.
    func run(progress: (String, Int) -> Void = { _, _ in }) throws -> StoreMove.Counts {
        do {
            // One after the other: the source is open, and in one transaction, until the target has committed.
            return try open(source, isSource: true) { source in
                try open(target, isSource: false) { try StoreMove.copy(from: source, to: $0, progress: progress) }
            }
        } catch StoreMove.Failure.targetIsNotEmpty(let table) {
            throw AuthError.configuration(
                "The target is not empty: there are rows in its table '\(table)'. Nothing was copied.",
                remedy: "Name an empty database, or a data directory without one.")
        } catch StoreMove.Failure.isDifferent(let table) {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "What was written to the table '\(table)' is not what was read. Nothing was copied.",
                remedy: "Try again; if it happens again, report it.")
        }
    }

    private func open<Value>(
        _ database: ProviderDatabase, isSource: Bool, _ body: (any StoreContent) throws -> Value
    ) throws -> Value {
        switch database {
        case .directory(let directory):
            guard !isSource || FileManager.default.fileExists(atPath: directory.path + "/idp.sqlite") else {
                throw AuthError.configuration(
                    "There is no database in \(directory.path).", remedy: "Name a provider's data directory for --from."
                )
            }
            try directory.prepare()
            let lock = try directory.lockForProvider()
            defer { lock.unlock() }
            return try SQLiteStoreContent.open(directory: directory.path) { try body($0) }
        case .postgreSQL(let address):
            #if PostgreSQL
            return try PostgreSQLStoreContent.open(address) { try body($0) }
            #else
            throw AuthError.configuration("This keyfob-idp was built without PostgreSQL, and cannot use \(address).")
            #endif
        }
    }
}

/// Work that blocks its thread, on one that Swift's concurrency does not use.
enum BlockingWork {
    /// Runs it on a thread of its own.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}
#endif
