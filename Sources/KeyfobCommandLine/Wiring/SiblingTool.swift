#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
public import KeyfobCore

/// Another of our executables, which takes this process's place as git's own commands do: its output, its exit status
/// and the signals it gets are then ours, without anything in between.
public struct SiblingTool: Sendable {
    private let name: String
    private let maker: String

    /// Names an executable, for example `keyfob-signin`, and what builds it and puts it beside ours.
    public init(_ name: String, builtBy maker: String = "make build") {
        self.name = name
        self.maker = maker
    }

    /// Becomes the executable, and never returns if it can be started.
    ///
    /// It is looked for beside our own executable and nowhere else: what stands in `PATH` could be anybody's, and it
    /// is about to be given tokens.
    ///
    /// - Throws: `AuthError` with code `configuration` if it is not there.
    public func become(_ arguments: [String]) throws(AuthError) -> Never {
        guard let folder = Self.ownFolder() else {
            throw .configuration("The folder of keyfob's own executable cannot be found.")
        }
        let path = "\(folder)/\(name)"
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        let reason = errno == ENOENT ? "is not there" : "cannot be started (\(String(cString: strerror(errno))))"
        for word in words { free(word) }
        throw .configuration(
            "This command is done by \(name), which \(reason): \(path).",
            remedy: "Put \(name) beside keyfob; \"\(maker)\" builds it there.")
    }

    private static func ownFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        #if canImport(Darwin)
        var size = UInt32(buffer.count)
        guard _NSGetExecutablePath(&buffer, &size) == 0, let resolved = realpath(buffer, nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        #else
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
#endif
