#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
import MachO.dyld
#endif
package import KeyfobCore

/// Another executable of Keyfob, which replaces this process, as git's own commands do: its output, its exit status and
/// its signals are then those of this process.
package struct SiblingTool: Sendable {
    private let name: String
    private let maker: String

    /// Names an executable, for example `keyfob-signin`, and the command that builds it next to this one.
    package init(_ name: String, builtBy maker: String = "make build") {
        self.name = name
        self.maker = maker
    }

    /// Replaces this process with the executable, and returns only if it cannot be started.
    ///
    /// The executable is searched only next to this one: an executable from `PATH` could be an attacker's, and it gets
    /// tokens.
    ///
    /// - Throws: `AuthError` with code `configuration` if it cannot be started.
    package func become(_ arguments: [String]) throws(AuthError) -> Never {
        let path = try path()
        InheritedSignals.restore()
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        let reason = errno == ENOENT ? "is missing" : "cannot be started (\(String(cString: strerror(errno))))"
        for word in words { free(word) }
        throw .configuration(
            "This command is run by \(name), which \(reason): \(path).",
            remedy: "Put \(name) next to keyfob; \"\(maker)\" builds it there.")
    }

    /// Where the executable is, or would be.
    func path() throws(AuthError) -> String {
        guard let folder = Self.ownFolder() else {
            throw .configuration("The folder of keyfob's executable cannot be found.")
        }
        return "\(folder)/\(name)"
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
