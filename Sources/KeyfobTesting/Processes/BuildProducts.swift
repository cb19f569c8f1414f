import Foundation

/// The executables of this build, next to the test bundle or the running executable.
public enum BuildProducts {
    /// The folder.
    public static var folder: String {
        if let named = ProcessInfo.processInfo.environment["KEYFOB_PRODUCTS"] { return named }
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let candidates = [own, CommandLine.arguments.first, Bundle.main.executablePath].compactMap { $0 }
        let folders = candidates.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/keyfob-idp") } ?? folders.first
            ?? "."
    }

    /// The path of a product.
    public static func executable(_ name: String) -> String { "\(folder)/\(name)" }
}

/// A directory for one test, removed by ``remove()``.
public struct TemporaryDirectory: Sendable {
    /// Its path.
    public let path: String

    /// Makes a directory that only this user can enter.
    public init(_ name: String = "keyfob") throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Removes it with its content.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
