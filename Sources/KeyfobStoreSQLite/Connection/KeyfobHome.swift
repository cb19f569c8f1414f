import Foundation
package import KeyfobCore
import KeyfobSQLite

/// The directory of everything that Keyfob stores: `KEYFOB_HOME`, or else the platform's data directory.
package enum KeyfobHome {
    /// Returns the absolute path of the home for an environment, and checks who can change what is in it; makes nothing.
    ///
    /// - Throws: the errors of ``path(environment:)`` and ``check(_:)``.
    package static func resolve(environment: [String: String]) throws(AuthError) -> String {
        let path = try path(environment: environment)
        try check(path)
        return path
    }

    /// Checks that a home, if it exists, belongs to this user, and that no other user can change what is in it.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package static func check(_ path: String) throws(AuthError) { try PrivateDirectory.checkParent(path) }

    /// Returns the absolute path of the home for an environment; examines and makes nothing.
    ///
    /// `KEYFOB_HOME` must be absolute, because a relative path would name another store in each working directory.
    /// Without it, the home is `XDG_DATA_HOME/keyfob` (only if absolute, as its specification requires), else
    /// `~/.local/share/keyfob`, on Apple's platforms `~/Library/Application Support/Keyfob`.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the environment names no home, a relative one,
    ///   or one that is not UTF-8: such bytes are replaced on the way here, and would name another directory.
    package static func path(environment: [String: String]) throws(AuthError) -> String {
        if let path = environment["KEYFOB_HOME"], !path.isEmpty { return try absolute(path, "KEYFOB_HOME") }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return try absolute(data + "/keyfob", "XDG_DATA_HOME")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw .configuration(
                "Neither KEYFOB_HOME nor HOME is set.", remedy: "Set KEYFOB_HOME to a directory of your own.")
        }
        #if canImport(Darwin)
        return try absolute(home + "/Library/Application Support/Keyfob", "HOME")
        #else
        return try absolute(home + "/.local/share/keyfob", "HOME")
        #endif
    }

    /// - Parameter variable: the name of the variable that contains the path.
    private static func absolute(_ path: String, _ variable: String) throws(AuthError) -> String {
        guard !path.hasReplacedBytes else {
            throw .configuration(
                "\(variable) is not UTF-8, and Keyfob would use another directory.",
                remedy: "Set KEYFOB_HOME to a directory whose name is UTF-8.")
        }
        guard path.hasPrefix("/") else {
            throw .configuration(
                "\(variable) is \(path), which is relative to the working directory.",
                remedy: "Set \(variable) to an absolute path, for example \"$PWD/\(path)\".")
        }
        let standard = (path as NSString).standardizingPath
        return standard.count > 1 && standard.hasSuffix("/") ? String(standard.dropLast()) : standard
    }
}
