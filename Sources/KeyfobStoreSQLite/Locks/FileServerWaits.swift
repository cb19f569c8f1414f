import Foundation
package import KeyfobCache
import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The waits that servers have requested, one file each, in a directory that the processes of a store share.
///
/// No file contains a secret: its name is a digest, and it contains the end of the wait and the error. There are at
/// most 100.
package struct FileServerWaits: ServerWaits {
    private static let suffix = ".wait"
    private static let sizeLimit = 4096
    private static let capacity = 100

    private let directory: String

    /// - Parameter directory: absolute; made by the first ``keep(_:for:now:)``.
    package init(directory: String) { self.directory = directory }

    /// The wait that is stored for a request.
    package func wait(for request: String) -> ServerWait? { read(path(request)) }

    /// Stores a wait for a request.
    package func keep(_ wait: ServerWait, for request: String, now: Double) {
        guard (try? PrivateDirectory.prepare(directory)) != nil else { return }
        sweep(now: now)
        var members: [String: JSONValue] = [
            "until": .integer(Int64(clamping: wait.until)), "code": .string(wait.code.rawValue),
            "message": .string(String(wait.message.prefix(500))),
        ]
        members["remedy"] = wait.remedy.map { .string(String($0.prefix(500))) }
        let temporary = "\(path(request)).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard (try? file.write(contentsOf: Data(JSONValue.object(members).bytes()))) != nil,
            rename(temporary, path(request)) == 0
        else {
            unlink(temporary)
            return
        }
    }

    private func path(_ request: String) -> String { "\(directory)/\(request)\(Self.suffix)" }

    private func read(_ path: String) -> ServerWait? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_size <= Self.sizeLimit,
            let data = try? file.read(upToCount: Self.sizeLimit),
            let members = (try? JSONValue(parsing: Array(data)))?.objectValue,
            let until = members["until"]?.integerValue, let message = members["message"]?.stringValue,
            let code = [AuthError.Code.throttled, .server].first(where: { $0.rawValue == members["code"]?.stringValue })
        else { return nil }
        return ServerWait(
            until: Double(until), code: code, message: message, remedy: members["remedy"]?.stringValue)
    }

    /// Deletes the files of expired waits; and all files, if there are still too many.
    private func sweep(now: Double) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let paths = names.filter { $0.contains(Self.suffix) }.map { "\(directory)/\($0)" }
        var left: [String] = []
        for path in paths {
            // A file that is being written has another name, and is kept unless there are too many.
            if path.hasSuffix(Self.suffix), read(path).map({ $0.until <= now }) ?? true {
                unlink(path)
            } else {
                left.append(path)
            }
        }
        guard left.count >= Self.capacity else { return }
        for path in left { unlink(path) }
    }
}
