#if Server
import ArgumentParser
import Foundation
import KeyfobCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `keyfob-idp export`: writes the directory as a file for `apply`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes the directory as YAML, for 'apply'.",
        discussion: """
            The same directory gives the same text. Applied to the same data directory it changes nothing. Devices, \
            sessions, tokens, signing keys and the sign-in log are not in it; hashes of passwords and secrets, and second \
            factors, only with --with-secrets.
            """)

    @OptionGroup var data: DataOption

    @OptionGroup var database: DatabaseOption

    @Option(help: "The only tenant to write, by id or domain.")
    var tenant: String?

    @Flag(help: "Also write the hashes of passwords and secrets, second factors, and the salts of pairwise subjects.")
    var withSecrets = false

    @Option(
        help: ArgumentHelp("The file to write, with mode 0600; default: standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("--output needs a file.") }
        guard tenant?.isEmpty != true else { throw ValidationError("--tenant needs an id or a domain.") }
    }

    func run() async throws {
        let text = try await DirectoryAccess(directory: try data.directory(), database).export(
            tenant: tenant, withSecrets: withSecrets)
        guard let output else { return ProviderOutput.answer(text) }
        try ExportedFile.write(Array(text.utf8), to: output)
    }
}

/// A file with an export, which may contain hashes: only its owner can read it.
enum ExportedFile {
    /// Replaces a file atomically.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if there is something else at the path, such as a symbolic link
    ///   or another user's file, or it cannot be written.
    static func write(_ bytes: [UInt8], to path: String) throws(AuthError) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG || status.st_uid != geteuid() {
            throw .configuration(
                "\(path) is not a plain file of this user.", remedy: "Name another file for --output, or remove it.")
        }
        let draft = "\(path).\(getpid()).new"
        let descriptor = open(draft, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        var isWritten = true
        var rest = bytes[...]
        while !rest.isEmpty, isWritten {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            isWritten = count > 0
            rest = rest.dropFirst(max(count, 0))
        }
        isWritten = isWritten && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let error = failure(path)
            unlink(draft)
            throw error
        }
    }

    private static func failure(_ path: String) -> AuthError {
        .configuration(
            "\(path) cannot be written: \(String(cString: strerror(errno))).", remedy: "Name another file for --output."
        )
    }
}

/// The system's `write`; the enumeration has a function of that name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
#endif
