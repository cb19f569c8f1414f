#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system calls on UNIX stream sockets. Every descriptor that they return does not block and is not inherited by
/// other programs.
package enum UnixSocket {
    /// The longest path that a socket's address can contain, in bytes.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Connects to a socket.
    ///
    /// - Throws: ``SocketError`` if no process listens there, or the path is longer than ``longestPath``.
    package static func connect(path: String) throws(SocketError) -> Int32 {
        let descriptor = try make()
        var address = try self.address(path)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                retrying {
                    #if canImport(Glibc)
                    Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                    #else
                    Darwin.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
                    #endif
                }
            }
        }
        guard result == 0 else { throw failure("Cannot connect to \(path)", closing: descriptor) }
        return try prepared(descriptor)
    }

    /// Makes two sockets that are connected with each other, for two parties in one process.
    ///
    /// - Throws: ``SocketError`` if the process cannot open more files.
    package static func pair() throws(SocketError) -> (Int32, Int32) {
        var descriptors: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, streamType, 0, &descriptors) == 0 else {
            throw .system("Cannot make a pair of sockets", errno)
        }
        return (try prepared(descriptors[0]), try prepared(descriptors[1]))
    }

    /// Makes a socket that listens at a path, with a file mode.
    static func listen(path: String, mode: mode_t) throws(SocketError) -> Int32 {
        let descriptor = try make()
        var address = try self.address(path)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw failure("Cannot make the socket \(path)", closing: descriptor) }
        // The folder protects the socket until its mode is set: it does not listen before this.
        guard chmod(path, mode) == 0, listenNow(descriptor) == 0 else {
            throw failure("Cannot listen at \(path)", closing: descriptor)
        }
        return try prepared(descriptor)
    }

    /// Accepts the next waiting connection; nil if there is none.
    static func accept(_ listener: Int32) throws(SocketError) -> Int32? {
        #if canImport(Glibc)
        let descriptor = retrying { Glibc.accept(listener, nil, nil) }
        #else
        let descriptor = retrying { Darwin.accept(listener, nil, nil) }
        #endif
        if descriptor >= 0 { return try prepared(descriptor) }
        if errno == EAGAIN || errno == EWOULDBLOCK || errno == ECONNABORTED { return nil }
        throw .system("Cannot accept a connection", errno)
    }

    /// Closes a descriptor that no loop serves.
    package static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    /// Repeats a call that a signal interrupted.
    static func retrying(_ body: () -> Int32) -> Int32 {
        while true {
            let result = body()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private static var streamType: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
        #else
        SOCK_STREAM
        #endif
    }

    private static func listenNow(_ descriptor: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.listen(descriptor, 128)
        #else
        Darwin.listen(descriptor, 128)
        #endif
    }

    private static func make() throws(SocketError) -> Int32 {
        let descriptor = socket(AF_UNIX, streamType, 0)
        guard descriptor >= 0 else { throw .system("Cannot make a socket", errno) }
        return descriptor
    }

    private static func prepared(_ descriptor: Int32) throws(SocketError) -> Int32 {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw failure("Cannot set up a socket", closing: descriptor) }
        #if !canImport(Glibc)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return descriptor
    }

    private static func failure(_ what: String, closing descriptor: Int32) -> SocketError {
        let number = errno
        close(descriptor)
        return .system(what, number)
    }

    private static func address(_ path: String) throws(SocketError) -> sockaddr_un {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= longestPath, !bytes.contains(0) else {
            throw SocketError(
                "The path of a socket has to have 1 to \(longestPath) bytes; this one has \(bytes.count).")
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
