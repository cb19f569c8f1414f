import Foundation
import KeyfobTesting

/// A socket that accepts connections and never sends anything.
enum SilentSocket {
    struct Failure: Error {}

    /// Listens; the caller closes the descriptor.
    static func listen(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, SocketType.stream, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw Failure() }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Glibc.listen(descriptor, 1) == 0 else { throw Failure() }
        return descriptor
    }
}
