#if os(Linux)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The user at the other end of a loopback connection, from the kernel's tables.
///
/// A loopback port is open to every user of the machine. The kernel lists the user of each socket, so a request from
/// another user can be distinguished from one of the user's own browser. Only sockets of this network namespace are
/// listed. A connection from elsewhere (Windows with WSL's mirrored network, a forwarder outside of a container) has no
/// row: it is accepted, and the secrecy of `state` is its only check.
enum SocketOwner: Sendable, Hashable {
    /// An open socket of this user.
    case user(UInt32)
    /// A socket of this machine that is no longer open, so that its user is not known.
    case gone
    /// Not a socket of this network namespace.
    case elsewhere

    /// Whether a redirect may come from the socket: one of this process's user, of root, or outside of the machine's
    /// tables.
    func mayRespond(asUser own: UInt32 = geteuid()) -> Bool {
        switch self {
        case .user(let user): user == own || user == 0
        case .gone: false
        case .elsewhere: true
        }
    }

    /// Looks up the other end of a connection.
    static func ofPeer(of socket: FileDescriptor) -> SocketOwner {
        guard let near = SocketEnd(getsockname, socket), let far = SocketEnd(getpeername, socket) else { return .gone }
        // Twice: a table that changes while it is read may leave a row out.
        for _ in 0..<2 {
            for name in ["tcp", "tcp6"] {
                let table = contents(of: "/proc/self/net/\(name)")
                if let owner = find(from: far, to: near, in: table) { return owner }
            }
        }
        // A row is removed when its socket is reset, but this end is closed before that.
        return isEstablished(socket) ? .elsewhere : .gone
    }

    /// The owner of a connection in a table of the kernel; nil if the table has no row for it.
    static func find(from far: SocketEnd, to near: SocketEnd, in table: String) -> SocketOwner? {
        for line in table.utf8.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
            guard words.count > 9, far.spellings.contains(where: { $0.utf8.elementsEqual(words[1]) }),
                near.spellings.contains(where: { $0.utf8.elementsEqual(words[2]) })
            else { continue }
            // A socket that its process has closed has no inode, and user 0 in its row, whichever user created it.
            guard words[3].elementsEqual("01".utf8), !words[9].elementsEqual("0".utf8),
                let user = UInt32(String(decoding: words[7], as: UTF8.self))
            else { return .gone }
            return .user(user)
        }
        return nil
    }

    private static func isEstablished(_ socket: FileDescriptor) -> Bool {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        return getsockopt(socket.number, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0 && info.tcpi_state == 1
    }

    private static func contents(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: all, as: UTF8.self) }
            all += buffer[..<count]
        }
    }
}

/// One end of a connection, as the kernel's tables write it.
struct SocketEnd: Sendable, Hashable {
    /// The address and port; for IPv4 also in the form of a socket of both families.
    let spellings: [String]

    /// - Parameter bytes: the address in network order: 4 or 16 bytes.
    init(address bytes: [UInt8], port: UInt16) {
        // Each group of four bytes is printed as one number in the machine's byte order.
        func words(_ bytes: [UInt8]) -> String {
            stride(from: 0, to: bytes.count, by: 4).map { start in
                let word = bytes[start..<min(start + 4, bytes.count)]
                #if _endian(little)
                return word.reversed().map(Self.hex).joined()
                #else
                return word.map(Self.hex).joined()
                #endif
            }.joined()
        }
        let number = ":" + Self.hex(UInt8(port >> 8)) + Self.hex(UInt8(port & 0xFF))
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
        spellings = bytes.count == 4 ? [words(bytes) + number, words(mapped) + number] : [words(bytes) + number]
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + text : text
    }

    /// Reads one end of a socket from the kernel; nil if it no longer has one.
    init?(
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32,
        _ socket: FileDescriptor
    ) {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let answer = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(socket.number, $0, &length) }
        }
        guard answer == 0 else { return nil }
        // Both families have the port at the same place; an IPv4 address is where IPv6 has its flow label.
        let port = UInt16(bigEndian: address.sin6_port)
        switch Int32(address.sin6_family) {
        case AF_INET: self.init(address: withUnsafeBytes(of: &address.sin6_flowinfo, Array.init), port: port)
        case AF_INET6: self.init(address: withUnsafeBytes(of: &address.sin6_addr, Array.init), port: port)
        default: return nil
        }
    }
}
#endif
