#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import KeyfobCore

extension ChosenClient {
    /// The longest secret, in bytes.
    private static let limit = 4096

    /// The client's secret: the first line of the file that a flag names, else `KEYFOB_CLIENT_SECRET`, else the first
    /// line of the file that `KEYFOB_CLIENT_SECRET_FILE` or the profile names. Nil without any. It is never an argument,
    /// which other users could read.
    ///
    /// Only the executable with the network reads it: the store's tokens need none.
    ///
    /// - Throws: `AuthError` with code `configuration` if the file cannot be read, if other users can read it, or if a
    ///   profile names one that is not in the configuration's folder.
    package func secret(environment: [String: String]) throws(AuthError) -> Secret<String>? {
        if secretPlace != .flag, let secret = environment["KEYFOB_CLIENT_SECRET"], !secret.isEmpty {
            return Secret(secret)
        }
        guard let file = settings.secretFile else { return nil }
        let path: String
        if secretPlace == .profile {
            path = try SecretFileOfProfile(file, of: profile, environment: environment).path
        } else {
            path = SecretFileOfProfile.expanded(file, environment)
        }
        let shown = Output.name(path)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .configuration(
                "The file of the client's secret, \(shown), cannot be read: \(String(cString: strerror(errno))).",
                remedy: "Correct 'client-secret-file' of the profile, or KEYFOB_CLIENT_SECRET_FILE.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw .configuration(
                "Other users can read the client's secret in \(shown).", remedy: "Close it with: chmod 600 \(shown)")
        }
        var buffer = [UInt8](repeating: 0, count: Self.limit)
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        let line = buffer.prefix(max(count, 0)).prefix { $0 >= 0x20 }
        guard !line.isEmpty, let secret = String(validating: line, as: UTF8.self) else {
            throw .configuration("The file of the client's secret, \(shown), contains no text.")
        }
        return Secret(secret)
    }
}
#endif
