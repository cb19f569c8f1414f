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

    /// Checks a directory in which private ones are made: another user who could change its entries could replace them.
    /// Others may list it. A missing one passes, and so does one that cannot be examined, which its use reports.
    ///
    /// - Parameter path: absolute; a link is followed.
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it is not a directory, belongs to another user, or can be
    ///   changed by others.
    package static func checkParent(_ path: String) throws(AuthError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .storage("\(path) is not a directory.", remedy: "Use a directory of your own for KEYFOB_HOME.")
        }
        try PrivateFile.checkOwner(status, path, closed: 0o022)
    }

    /// The names in a directory; empty if there is none.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if it cannot be read.
    package static func names(in path: String) throws(AuthError) -> [String] {
        guard let stream = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .storage("The directory \(path) cannot be read.", errno)
        }
        closedir(stream)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .storage("The directory \(path) cannot be read.")
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
