import GRDB
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension AuthError {
    /// Whether the error may only mean that the place cannot be written or locked now, so that reading still works.
    package var refusesWriting: Bool {
        if let failure = cause as? SystemError { return failure.refusesWriting }
        guard let code = (cause as? DatabaseError)?.resultCode else { return false }
        // Without space or permission SQLite fails to make the companion files, with one of several codes.
        let refusals: [ResultCode] = [
            .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR,
        ]
        return refusals.contains(code)
    }

    /// Why nothing can be written in a directory now; nil if it is writable. Changes nothing.
    package static func writingProblem(in directory: String) -> AuthError? {
        if access(directory, W_OK) != 0, SystemError(number: errno).refusesWriting {
            return .storage("Nothing can be written in \(directory).", errno)
        }
        var system = statvfs()
        guard statvfs(directory, &system) == 0 else { return nil }
        let room = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        guard !room.overflow, room.partialValue < UInt64(ReservedRoom.sizeOfCommit) else { return nil }
        return .storage("There is no room left for \(directory).", ENOSPC)
    }

    /// The same error, or the actual problem if the directory cannot be written.
    package func namingWritingProblem(in directory: String) -> AuthError {
        guard refusesWriting, var problem = AuthError.writingProblem(in: directory) else { return self }
        problem.cause = cause
        return problem
    }
}
