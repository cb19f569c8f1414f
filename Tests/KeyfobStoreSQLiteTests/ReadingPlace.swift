import Foundation
import GRDB
import KeyfobTesting

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A home of a user who is not root, to be made read-only for that user.
final class ReadingPlace {
    private let place: TemporaryHome
    private let program: String
    private let owner: UInt32 = 65_534

    private var home: String { place.path + "/home" }
    private var isRoot: Bool { geteuid() == 0 }

    init() throws {
        place = try TemporaryHome()
        program = place.path + "/worker"
        try ProgramCopy.make(of: WorkerProcess.executable, at: program)
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        if isRoot { attributes[.ownerAccountID] = NSNumber(value: owner) }
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false, attributes: attributes)
        try FileManager.default.setAttributes(attributes, ofItemAtPath: home)
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: place.path)
    }

    deinit { if let paths = try? paths() { for path in paths { chmod(path, 0o700) } } }

    /// A process of the home's user.
    func worker() throws -> WorkerProcess {
        let drop = ["setpriv", "--reuid=\(owner)", "--regid=\(owner)", "--clear-groups"]
        return try WorkerProcess([home], through: isRoot ? drop : [], executable: program)
    }

    /// Keeps only these of SQLite's files next to the database; without the log everything is in the database.
    func leave(_ suffixes: [String]) throws {
        let database = try paths().first { $0.hasSuffix("credentials.sqlite") } ?? ""
        if !suffixes.contains("-wal") {
            let queue = try DatabaseQueue(path: database)
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            try queue.close()
        }
        for suffix in ["-wal", "-shm"] where !suffixes.contains(suffix) { unlink(database + suffix) }
    }

    /// Removes the user's write permission from files and directories.
    func close() throws {
        for path in try paths() {
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            chmod(path, isDirectory.boolValue ? 0o500 : 0o400)
        }
    }

    private func paths() throws -> [String] {
        [home] + (try FileManager.default.subpathsOfDirectory(atPath: home)).map { home + "/" + $0 }
    }
}
