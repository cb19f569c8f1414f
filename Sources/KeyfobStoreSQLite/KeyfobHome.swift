import Foundation
public import KeyfobCore

/// Where everything that Keyfob keeps is kept: `KEYFOB_HOME`, or else the platform's data directory.
public enum KeyfobHome {
    /// The absolute path of the home for an environment; nothing is made.
    ///
    /// `KEYFOB_HOME`, taken from the working directory if it is relative; else `XDG_DATA_HOME/keyfob` (only an
    /// absolute one counts, as its specification says); else `~/.local/share/keyfob`, on Apple's platforms
    /// `~/Library/Application Support/Keyfob`.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the environment names no home at all.
    public static func resolve(environment: [String: String]) throws(AuthError) -> String {
        if let path = environment["KEYFOB_HOME"], !path.isEmpty { return absolute(path) }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return absolute(data + "/keyfob") }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw .configuration(
                "Neither KEYFOB_HOME nor HOME is set.", remedy: "Set KEYFOB_HOME to a directory of your own.")
        }
        #if canImport(Darwin)
        return absolute(home + "/Library/Application Support/Keyfob")
        #else
        return absolute(home + "/.local/share/keyfob")
        #endif
    }

    private static func absolute(_ path: String) -> String {
        let base = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        let standard = ((base + path) as NSString).standardizingPath
        return standard.count > 1 && standard.hasSuffix("/") ? String(standard.dropLast()) : standard
    }
}
