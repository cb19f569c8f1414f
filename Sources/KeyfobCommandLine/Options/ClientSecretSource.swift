#if Server
import Foundation
import KeyfobCore

/// Where the tool reads a client secret: a file or the environment, never an argument, which other users could read.
enum ClientSecretSource {
    static let variable = "KEYFOB_CLIENT_SECRET"

    /// Returns the secret; nil if there is none.
    ///
    /// - Throws: `AuthError` with code `configuration` if the file cannot be read or is empty.
    static func secret(
        file: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(AuthError) -> Secret<String>? {
        guard let file else { return environment[variable].flatMap { $0.isEmpty ? nil : Secret($0) } }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw .configuration(
                "The client secret's file cannot be read: \(file).", remedy: "Check its path and its permissions.")
        }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else {
            throw .configuration("The client secret's file is empty: \(file).", remedy: "Write the secret into it.")
        }
        return Secret(secret)
    }
}
#endif
