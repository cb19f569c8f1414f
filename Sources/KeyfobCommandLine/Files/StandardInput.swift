#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
package import KeyfobCore

/// Standard input, for messages of other programs.
package enum StandardInput {
    /// The longest message, which also fits into a pipe.
    private static let limit = 32 << 10

    /// Reads all of it, and puts it back: another executable that this process becomes reads the same.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if it cannot be read or is too long.
    package static func readAndPutBack() throws(AuthError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .wrongUse("Standard input cannot be read.") }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw .wrongUse("The message on standard input is too long.") }
        }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .wrongUse("Standard input cannot be read.") }
        let written = bytes.withUnsafeBytes { systemWrite(ends[1], $0.baseAddress, $0.count) }
        let isPlaced = dup2(ends[0], STDIN_FILENO) == STDIN_FILENO
        close(ends[0])
        close(ends[1])
        guard written == bytes.count, isPlaced else { throw .wrongUse("Standard input cannot be read.") }
        return bytes
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
#endif
