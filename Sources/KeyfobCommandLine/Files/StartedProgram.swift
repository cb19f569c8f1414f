#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import KeyfobCore

/// A program that takes the place of this process, as a shell's `exec` does.
package struct StartedProgram {
    private let words: [String]

    /// - Parameter words: the program, searched in `PATH` if its name has no slash, and its arguments.
    package init(_ words: [String]) { self.words = words }

    /// Sets an environment variable of the program.
    package func pass(_ secret: Secret<String>, in variable: String) { setenv(variable, secret.reveal(), 1) }

    /// Lets the program read a token from a descriptor, up to the end of the file.
    ///
    /// - Throws: `AuthError` with code `configuration` if the descriptor cannot be made.
    package func pass(_ secret: Secret<String>, on descriptor: Int32) throws(AuthError) {
        let bytes = Array(secret.reveal().utf8)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Self.failure(descriptor) }
        // The pipe contains the whole token before the program starts. What does not fit must not block.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let count = bytes.withUnsafeBytes { systemWrite(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        guard count == bytes.count else {
            close(ends[0])
            throw Self.failure(descriptor)
        }
        guard ends[0] != descriptor else { return }
        let isPlaced = dup2(ends[0], descriptor) == descriptor
        close(ends[0])
        guard isPlaced else { throw Self.failure(descriptor) }
    }

    /// Becomes the program. If it cannot be started, ends the process with status 127 or 126, as shells do.
    package func become() -> Never {
        InheritedSignals.restore()
        var pointers = words.map { strdup($0) } + [nil]
        execvp(words.first ?? "", &pointers)
        let reason = errno
        for pointer in pointers { free(pointer) }
        let name = Output.name(String((words.first ?? "").prefix(300)))
        Output.warn("Error: The program \(name) cannot be started: \(String(cString: strerror(reason))).")
        exit(reason == ENOENT ? 127 : 126)
    }

    private static func failure(_ descriptor: Int32) -> AuthError {
        .configuration(
            "The token cannot be passed on the descriptor \(descriptor).", remedy: "Use --env in place of --fd.")
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
#endif
