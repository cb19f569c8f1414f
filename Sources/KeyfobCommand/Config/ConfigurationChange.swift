#if Server
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// A change of the configuration file, which no other process changes meanwhile.
enum ConfigurationChange {
    /// Writes the file with a change of its text.
    ///
    /// - Throws: `AuthError` with code `configuration` if there is no place for the file, if it is wrong or cannot be
    ///   written; the change's error.
    static func make(
        _ change: (ConfigurationFile) throws(AuthError) -> [UInt8]
    ) throws(AuthError) {
        let environment = ProcessInfo.processInfo.environment
        guard let path = ConfigurationFile.path(environment: environment) else { throw noPath }
        try ReplacedFile.changing(path) { () throws(AuthError) in
            try ReplacedFile.write(try change(ConfigurationFile(environment: environment)), to: path)
        }
    }

    /// The error for an environment that names no home.
    static var noPath: AuthError {
        .configuration(
            "There is no place for the configuration: neither KEYFOB_CONFIG nor HOME is set.",
            remedy: "Set KEYFOB_CONFIG to the path of a file.")
    }
}
#endif
