import Foundation
import KeyfobBackport
package import KeyfobIdPModel
import KeyfobIdPStoreSQLite

/// A SQLite store in a directory of its own, which is removed with it.
package final class SQLiteTestStore: ResettableStore {
    private let directory: String
    private let state: Mutex<State>

    private struct State {
        var store: SQLiteIdPStore
        /// What ``reset()`` returns to.
        var kept: String?
        var copies = 0
    }

    /// Makes an empty store: in memory, where the system has a file system there, because tests make many.
    package init() throws {
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
        directory = "\(parent)/keyfob-store-\(UUID().uuidString)"
        state = Mutex(State(store: try SQLiteIdPStore(directory: "\(directory)/0")))
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await state.withLock { $0.store }.transaction(body)
    }

    package func shortTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try await state.withLock { $0.store }.shortTransaction(body)
    }

    package func keep() async throws {
        try state.withLock { state in
            let kept = "\(directory)/\(state.copies)"
            try openCopy(of: kept, &state)
            state.kept = kept
        }
    }

    package func reset() async throws {
        try state.withLock { state in
            guard let kept = state.kept else { return }
            let last = "\(directory)/\(state.copies)"
            try openCopy(of: kept, &state)
            try Self.remove(last)
        }
    }

    /// Removes the folder of a database whose last connection may close at the same time: SQLite then removes files of it
    /// as well, and one that has just gone is no error.
    private static func remove(_ folder: String) throws {
        while FileManager.default.fileExists(atPath: folder) {
            do {
                try FileManager.default.removeItem(atPath: folder)
            } catch CocoaError.fileNoSuchFile {
                continue
            }
        }
    }

    /// Goes on with a copy of a database that no transaction uses.
    private func openCopy(of folder: String, _ state: inout State) throws {
        state.copies += 1
        let copy = "\(directory)/\(state.copies)"
        try FileManager.default.createDirectory(
            atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for name in ["idp.sqlite", "idp.sqlite-wal"] where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
        }
        state.store = try SQLiteIdPStore(directory: copy)
    }
}
