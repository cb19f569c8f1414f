import Foundation
import KeyfobTesting
import Testing

/// The `openssl` command as an independent implementation, run in a temporary folder.
final class OpenSSL {
    struct Result {
        let status: Int32
        let output: String
    }

    private let executable: URL
    let folder: URL

    init() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let candidates = path.split(separator: ":").map { URL(filePath: "\($0)/openssl") }
        executable = try #require(
            candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "The command `openssl` is missing: install the package openssl. The tests need it.")
        folder = FileManager.default.temporaryDirectory.appending(path: "keyfob-openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }
    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }
    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// Runs a command; returns its standard output and error together.
    func run(_ arguments: String...) throws -> Result {
        // In its folder, so that file names need no path.
        let (status, output) = try WaitingProcess.run(
            ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, executable.path] + arguments,
            mergesErrors: true)
        return Result(status: status, output: output)
    }
}
