import Foundation
import GRDB
package import KeyfobCore

extension AuthError {
    /// A failed file operation below a store.
    ///
    /// - Parameters:
    ///   - message: what failed, with the path.
    ///   - number: `errno`, if a system call failed.
    package static func storage(_ message: String, _ number: Int32? = nil, remedy: String? = nil) -> AuthError {
        let reason = number.map { " The system reports: \(String(cString: strerror($0)))." } ?? ""
        return AuthError(
            .storeUnavailable, origin: .store, message: message + reason,
            remedy: remedy ?? number.flatMap(remedyByNumber), cause: number.map { SystemError(number: $0) })
    }

    private static func remedyByNumber(_ number: Int32) -> String? {
        switch number {
        case EACCES, EPERM, EROFS: "Set KEYFOB_HOME to a directory that you can write."
        case ENOSPC, EDQUOT: "Make room on the disk and try again; what was saved before is intact."
        case ELOOP: "Move it away; a link is not followed."
        case ENOLCK, ENOSYS, EOPNOTSUPP: locksRemedy
        default: nil
        }
    }

    private static let locksRemedy =
        "The file system has no locks, or the server of the locks does not respond: use a directory on a local disk."

    /// A file system grants a lock to everyone who asks for it.
    package static func locksExcludeNobody(_ path: String) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message: "The file system of \(path) grants a lock to several processes at a time: two of them would write "
                + "at once, or redeem the same refresh token, which ends the session.",
            remedy: "Use a directory on a local disk; valid tokens can still be read here.")
    }

    /// A lock was not released in time by its holder.
    package static func lockIsHeld(_ path: String) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store, message: "Another process has held the lock \(path) for too long.",
            remedy: "Look for a stopped process that uses the store, and end it; nothing was lost.")
    }

    /// Translates an error of SQLite into an ``AuthError``; returns an ``AuthError`` unchanged.
    ///
    /// - Parameter path: the database.
    package static func database(_ error: any Error, path: String) -> AuthError {
        if let error = error as? AuthError { return error }
        // SQLite's messages name tables and columns, never values.
        let failure = error as? DatabaseError
        let detail = failure.map { "\($0.extendedResultCode.rawValue) \($0.message ?? "")" } ?? "\(type(of: error))"
        let (message, remedy): (String, String?) =
            switch failure?.resultCode {
            case .SQLITE_FULL:
                (
                    "The disk is full; nothing was written to \(path).",
                    "Make room on the disk and try again; what was saved before is intact."
                )
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                ("The database \(path) is damaged.", "Open it again: it is then set aside, and a new one is created.")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
                ("The database \(path) cannot be opened or written.", "Check the owner and mode of file and directory.")
            case .SQLITE_IOERR:
                ("Reading or writing the database \(path) failed.", "Check the disk and the room on it; try again.")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                ("Another process keeps the database \(path) busy.", "Try again.")
            default:
                (
                    "The database \(path) refused an operation: \(detail).",
                    "Try again; if it happens again, \"keyfob doctor\" examines it."
                )
            }
        return AuthError(.storeUnavailable, origin: .store, message: message, remedy: remedy, cause: error)
    }

    /// Whether an error means that the database file itself is damaged.
    package static func isDamage(_ error: any Error) -> Bool {
        let error = (error as? AuthError)?.cause ?? error
        let code = (error as? DatabaseError)?.resultCode
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB || error is RowDecodingError
    }

    /// Whether damage is the likely cause of an error: a statement that never fails on a sound database failed. A
    /// search of the database shows whether it is damaged.
    package static func maybeDamage(_ error: any Error) -> Bool {
        if isDamage(error) { return true }
        guard let failure = ((error as? AuthError)?.cause ?? error) as? DatabaseError else { return false }
        let suspects: [ResultCode] = [
            .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT, .SQLITE_TOOBIG, .SQLITE_RANGE,
            .SQLITE_SCHEMA,
        ]
        return suspects.contains(failure.resultCode) || failure.extendedResultCode == .SQLITE_IOERR_SHORT_READ
    }
}
