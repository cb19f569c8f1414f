import Foundation
package import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Directories that only one user can access.
package enum PrivateDirectory {
    /// Makes a directory with mode 0700, and its missing parents; or checks an existing one.
    ///
    /// - Parameter path: absolute. Its last component must not be a link.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be made, is not a directory, belongs to
    ///   another user, or is accessible to others.
    package static func prepare(_ path: String) throws(AuthError) {
        if mkdir(path, 0o700) == 0 { return }
        let failure = errno
        switch failure {
        case EEXIST: try check(path)
        case ENOENT:
            let above = (path as NSString).deletingLastPathComponent
            guard above != path, !above.isEmpty else {
                throw .storage("The directory \(path) cannot be made.", failure)
            }
            try makeMissing(above)
            try prepareChild(path)
        default: throw .storage("The directory \(path) cannot be made.", failure)
        }
    }

    /// Makes the missing parent directories; does not check existing ones.
    private static func makeMissing(_ path: String) throws(AuthError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let failure = errno
        let above = (path as NSString).deletingLastPathComponent
        guard failure == ENOENT, above != path, !above.isEmpty else {
            throw .storage("The directory \(path) cannot be made.", failure)
        }
        try makeMissing(above)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .storage("The directory \(path) cannot be made.", errno)
        }
    }

    private static func prepareChild(_ path: String) throws(AuthError) {
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw .storage("The directory \(path) cannot be made.", errno) }
        try check(path)
    }

    private static func check(_ path: String) throws(AuthError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .storage("The directory \(path) cannot be read.", errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .storage("\(path) is not a directory.", remedy: "Move it away; a link is not followed.")
        }
        try PrivateFile.checkOwner(status, path)
    }
}
