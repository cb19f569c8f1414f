import Foundation
import KeyfobCache
import KeyfobCore

extension AuthError {
    /// A failed operation on a shared cache's files.
    static func sharedCache(_ message: String, _ number: Int32? = nil, remedy: String? = nil) -> AuthError {
        let reason = number.map { " The system reports: \(String(cString: strerror($0)))." } ?? ""
        let advice: String? =
            switch number {
            case EACCES, EPERM, EROFS: "Use a cache file in a directory that you can write."
            case ENOSPC, EDQUOT: "Make room on the disk and try again; what was saved before is intact."
            case ELOOP: "Name the file itself; a link is not followed."
            default: nil
            }
        return AuthError(.storeUnavailable, origin: .store, message: message + reason, remedy: remedy ?? advice)
    }

    /// The cache is not a complete document, and has not become one in time.
    static func unreadable(_ location: String, _ error: SharedCacheSyntaxError?) -> AuthError {
        guard let error else {
            return sharedCache(
                "The token cache \(location) is empty, as while another program writes it, and stays empty.",
                remedy: "If no program is writing it, one was stopped while it did: move the file away and sign in.")
        }
        return AuthError(
            .storeUnavailable, origin: .store,
            message: "The token cache \(location) is not complete JSON (\(error.description)), and does not change.",
            remedy: "If no program is writing it, one was stopped while it did: move the file away and sign in.",
            cause: error)
    }

    /// The lock was not released in time by its holder.
    static func sharedCacheIsLocked(_ path: String) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store, message: "Another program has held the lock \(path) for too long.",
            remedy: "If no program uses the token cache, delete that lock file: its owner was stopped.")
    }

    /// Another program has deleted our lock file.
    static func sharedCacheLockIsGone(_ path: String) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message: "Another program deleted the lock \(path) while it was held; nothing was written.",
            remedy: "Try again. If it happens often, look for a program that deletes lock files.")
    }
}
