import Foundation
import KeyfobCore
import KeyfobIdPFiles
import KeyfobYAML

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Reads the files that a command line names.
enum SourceFiles {
    private static let endings: Set<String> = ["yaml", "yml", "json"]

    /// Reads files and folders: of a folder every file that ends in .yaml, .yml or .json and whose name does not begin
    /// with a dot, but no folder in it. `-` is standard input.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if one cannot be read, is not a plain file, or is too large.
    static func read(_ paths: [String]) throws(AuthError) -> [SourceFile] {
        var files: [SourceFile] = []
        var size = 0
        var named: [String] = []
        for path in paths { named += try names(path) }
        for path in named {
            let bytes = path == "-" ? try all(0, "standard input", size) : try content(path, size)
            size += bytes.count
            files.append(SourceFile(name: path == "-" ? "standard input" : path, bytes: bytes))
            guard files.count <= SourceLimits.files else {
                throw .configuration("There are more than \(SourceLimits.files) files.", remedy: "Name fewer files.")
            }
        }
        return files
    }

    /// The files that a path means.
    static func names(_ path: String) throws(AuthError) -> [String] {
        guard path != "-" else { return [path] }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .configuration("There is no file \(path).", remedy: "Check the path.")
        }
        guard isFolder.boolValue else { return [path] }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw .configuration(
                "The folder \(path) cannot be read: \(error.localizedDescription)", remedy: "Check it.")
        }
        let found = names.filter { name in
            !name.hasPrefix(".") && endings.contains(URL(fileURLWithPath: name).pathExtension.lowercased())
        }
        guard !found.isEmpty else {
            throw .configuration(
                "The folder \(path) contains no file that ends in .yaml, .yml or .json.", remedy: "Check the path.")
        }
        return found.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    private static func content(_ path: String, _ before: Int) throws(AuthError) -> [UInt8] {
        // Opening a pipe must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .configuration(
                "\(path) cannot be read: \(String(cString: strerror(errno))).", remedy: "Check the file.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .configuration("\(path) is not a plain file.", remedy: "Name a file, or a folder with files.")
        }
        return try all(descriptor, path, before)
    }

    private static func all(_ descriptor: Int32, _ name: String, _ before: Int) throws(AuthError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw .configuration(
                    "\(name) cannot be read: \(String(cString: strerror(errno))).", remedy: "Check it.")
            }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
            guard before + bytes.count <= SourceLimits.bytes else {
                throw .configuration(
                    "The files have more than \(SourceLimits.bytes >> 20) MiB together.", remedy: "Apply them in parts."
                )
            }
        }
    }
}

/// The system's `read`; the enumeration has a function of that name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
