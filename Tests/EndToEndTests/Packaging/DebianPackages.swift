#if os(Linux)
import Foundation
import KeyfobTesting

/// The Debian packages of the executables that these tests use, built once.
struct DebianPackages: Sendable {
    /// The error of a script.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of the project.
    static let project = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .path

    /// The folder of the archives.
    let folder: String
    private static let built = Task { try await DebianPackages(folder: "\(project)/build/packages-of-tests") }

    /// The packages.
    static func all() async throws -> DebianPackages { try await built.value }

    private init(folder: String) async throws {
        self.folder = folder
        try? FileManager.default.removeItem(atPath: folder)
        try await Self.make("--output", folder)
    }

    /// Builds packages of the executables that the tests use.
    static func make(_ options: String...) async throws {
        try await run(
            "\(project)/Scripts/packaging/deb",
            ["--binaries", BuildProducts.folder, "--compression", "none"] + options)
    }

    /// The path of a package's archive.
    func archive(_ name: String) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard let file = files.first(where: { $0.hasPrefix("\(name)_") }) else {
            throw Failed(description: "There is no archive of \(name): \(files)")
        }
        return "\(folder)/\(file)"
    }

    /// The archive of a package, and of Swift's libraries if the executables load them.
    func archives(_ name: String) throws -> [String] {
        [try archive(name)] + [try? archive("keyfob-swift")].compactMap { $0 }
    }

    /// Unpacks every archive into a folder, without installing anything.
    func unpack(into folder: String) async throws {
        for name in ["keyfob", "keyfob-idp", "keyfob-broker"] {
            try await Self.run("/usr/bin/dpkg-deb", ["--extract", try archive(name), folder])
        }
    }

    /// Runs a program, and returns its standard output.
    ///
    /// - Throws: ``Failed`` with its errors, if it fails.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) async throws -> String {
        let outcome = try await ChildProcess.run(
            program, arguments, environment: ProcessInfo.processInfo.environment)
        guard outcome.status == 0 else { throw Failed(description: "\(program): \(outcome.output)\(outcome.errors)") }
        return outcome.output
    }
}
#endif
