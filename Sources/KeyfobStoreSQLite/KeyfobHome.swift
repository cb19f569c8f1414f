import Foundation
public import KeyfobCore

/// Where everything that Keyfob keeps is kept: `KEYFOB_HOME`, or else the platform's data directory.
public enum KeyfobHome {
    /// The absolute path of the home for an environment; nothing is made.
    ///
    /// `KEYFOB_HOME`, which has to be absolute: another store would be meant in each working directory; else `XDG_DATA_HOME/keyfob` (only an
    /// absolute one counts, as its specification says); else `~/.local/share/keyfob`, on Apple's platforms
    /// `~/Library/Application Support/Keyfob`.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the environment names no home at all, a
    ///   relative one, or one whose name is not UTF-8: such bytes do not arrive here, and another directory would be meant.
    public static func resolve(environment: [String: String]) throws(AuthError) -> String {
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

    /// - Parameter variable: where the path was found.
    private static func absolute(_ path: String, _ variable: String) throws(AuthError) -> String {
        guard !path.hasReplacedBytes else {
            throw .configuration(
                "\(variable) is not UTF-8, and Keyfob would take another directory for it.",
                remedy: "Set KEYFOB_HOME to a directory whose name is UTF-8.")
        }
        guard path.hasPrefix("/") else {
            throw .configuration(
                "\(variable) is \(path), which is another directory wherever it is used.",
                remedy: "Set \(variable) to an absolute path, for example \"$PWD/\(path)\".")
        }
        let standard = (path as NSString).standardizingPath
        return standard.count > 1 && standard.hasSuffix("/") ? String(standard.dropLast()) : standard
    }
}
