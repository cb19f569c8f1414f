#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import KeyfobCore

/// The file with the client's secret that a profile names: one in the folder of the configuration file.
///
/// The author of a configuration may be another than its user, and names the issuer too. A profile that could name any
/// file would send that issuer the first line of it.
package struct SecretFileOfProfile {
    /// The path, without links if the file exists.
    package let path: String

    /// Finds the file. A relative name is in the folder of the configuration file.
    ///
    /// - Throws: `AuthError` with code `configuration` if it is in another folder once every link is followed.
    package init(_ file: String, of profile: Profile?, environment: [String: String]) throws(AuthError) {
        let configuration = ConfigurationFile.path(environment: environment) ?? ""
        let written = Self.expanded(file, environment)
        let path = written.hasPrefix("/") ? written : "\(Self.folder(of: configuration))/\(written)"
        let found = Self.resolved(path)
        // A configuration that is a link has two folders, and the user chose both.
        let folders = [configuration, Self.resolved(configuration)].map { Self.resolved(Self.folder(of: $0)) }
        guard folders.contains(Self.resolved(Self.folder(of: found))) else {
            let issuer = profile?.settings.location.map { " to \(Output.name($0.url))" } ?? ""
            throw .configuration(
                "The file of the client's secret, \(Output.name(path)), is not in the folder of the configuration "
                    + "\(Output.name(configuration)), and was neither read nor sent\(issuer): "
                    + "the author of a profile must not choose among your files.",
                remedy: "If the provider is to get it, name the file with --client-secret-file or "
                    + "KEYFOB_CLIENT_SECRET_FILE, or move it next to the configuration.")
        }
        self.path = found
    }

    /// A path as it is written, with the home in place of `~`.
    static func expanded(_ path: String, _ environment: [String: String]) -> String {
        path.hasPrefix("~/") ? (environment["HOME"] ?? "~") + path.dropFirst() : path
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path without links; as it is if there is nothing.
    private static func resolved(_ path: String) -> String {
        guard let text = realpath(path, nil) else { return path }
        defer { free(text) }
        return String(cString: text)
    }
}
#endif
