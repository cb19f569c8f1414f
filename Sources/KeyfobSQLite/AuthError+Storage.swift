import Foundation
import GRDB
public import KeyfobCore

extension AuthError {
    /// A failure of the files below a store.
    ///
    /// - Parameters:
    ///   - message: what failed, with the path.
    ///   - number: `errno`, if a system call said so.
    package static func storage(_ message: String, _ number: Int32? = nil, remedy: String? = nil) -> AuthError {
        let reason = number.map { " The system says: \(String(cString: strerror($0)))." } ?? ""
        return AuthError(
            .storeUnavailable, origin: .store, message: message + reason,
            remedy: remedy ?? number.flatMap(remedyByNumber), cause: number.map { SystemFailure(number: $0) })
    }

    private static func remedyByNumber(_ number: Int32) -> String? {
        switch number {
        case EACCES, EPERM, EROFS: "Set KEYFOB_HOME to a directory that you can write."
        case ENOSPC, EDQUOT: "Make room on the disk and try again; what was saved before is intact."
        case ELOOP: "Move it away; a link is not followed."
        default: nil
        }
    }

    /// Somebody has held a lock for too long.
    package static func lockIsHeld(_ path: String) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store, message: "Another process has held the lock \(path) for too long.",
            remedy: "Look for a stopped process that uses the store, and end it; nothing was lost.")
    }

    /// What an error of SQLite means for whoever uses the store; an ``AuthError`` stays what it is.
    ///
    /// - Parameter path: the database.
    public static func database(_ error: any Error, path: String) -> AuthError {
        if let error = error as? AuthError { return error }
        // SQLite's own words name tables and columns, never values.
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
                ("The database \(path) is damaged.", "Open it again: it is set aside then, and a fresh one begun.")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
                ("The database \(path) cannot be opened or written.", "Check its owner, its mode and its directory's.")
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

    /// Whether an error says that the database's file itself is damaged.
    public static func isDamage(_ error: any Error) -> Bool {
        let error = (error as? AuthError)?.cause ?? error
        let code = (error as? DatabaseError)?.resultCode
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB || error is RowDecodingError
    }

    /// Whether damage is the likely reason of an error: of statements that never fail on a sound database. Whether it is
    /// shows when the database is searched.
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
