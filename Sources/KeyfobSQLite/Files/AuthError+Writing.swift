import GRDB
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension AuthError {
    /// As many bytes as a small commit, or the index of a write-ahead log, takes.
    private static let smallestRoom: UInt64 = 65_536

    /// Whether it may only mean that the place cannot be written now, so that what is there can still be read.
    package var refusesWriting: Bool {
        if let failure = cause as? SystemFailure { return failure.refusesWriting }
        guard let code = (cause as? DatabaseError)?.resultCode else { return false }
        // Without room or right SQLite fails to make the files beside the database; it calls that by many names.
        let refusals: [ResultCode] = [
            .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR,
        ]
        return refusals.contains(code)
    }

    /// Why nothing can be written in a directory now; nil if something can. Nothing is changed.
    package static func writingProblem(in directory: String) -> AuthError? {
        if access(directory, W_OK) != 0, SystemFailure(number: errno).refusesWriting {
            return .storage("Nothing can be written in \(directory).", errno)
        }
        var system = statvfs()
        guard statvfs(directory, &system) == 0 else { return nil }
        let room = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        guard !room.overflow, room.partialValue < smallestRoom else { return nil }
        return .storage("There is no room left for \(directory).", ENOSPC)
    }

    /// The same error, with the true reason where a directory that cannot be written is the reason.
    package func namingWritingProblem(in directory: String) -> AuthError {
        guard refusesWriting, var problem = AuthError.writingProblem(in: directory) else { return self }
        problem.cause = cause
        return problem
    }
}
