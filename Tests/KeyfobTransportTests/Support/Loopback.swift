#if canImport(Glibc)
import Glibc
let streamSocket = Int32(SOCK_STREAM.rawValue)
private let sendFlags = Int32(MSG_NOSIGNAL)
#else
import Darwin
let streamSocket = SOCK_STREAM
private let sendFlags: Int32 = 0
#endif

/// Plain blocking sockets on 127.0.0.1 and ::1.
enum Loopback {
    static func bind(_ socket: Int32, port: Int) -> Bool {
        var address = v4(port)
        return generic(&address) { systemBind(socket, $0, $1) } == 0
    }

    /// Connects to a port; nil if no process listens on it.
    static func connect(port: Int, v6: Bool = false) -> Int32? {
        let socket = socket(v6 ? AF_INET6 : AF_INET, streamSocket, 0)
        var four = Self.v4(port)
        var six = Self.v6(port)
        let result =
            v6 ? generic(&six) { systemConnect(socket, $0, $1) } : generic(&four) { systemConnect(socket, $0, $1) }
        guard result == 0 else {
            close(socket)
            return nil
        }
        return socket
    }

    static func port(of socket: Int32) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = generic(&address) { pointer, _ in getsockname(socket, pointer, &length) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Sends all bytes, or as many as the peer accepts.
    static func send(_ socket: Int32, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemSend(socket, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next bytes; nil at the end.
    static func receive(_ socket: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// Returns everything until the peer closes.
    static func receiveAll(_ socket: Int32) -> String {
        var all: [UInt8] = []
        while let more = receive(socket) { all += more }
        return String(decoding: all, as: UTF8.self)
    }

    /// Sends a text on a separate connection and returns the complete response.
    static func exchange(port: Int, v6: Bool = false, _ text: String) -> String? {
        guard let socket = connect(port: port, v6: v6) else { return nil }
        defer { close(socket) }
        send(socket, Array(text.utf8))
        return receiveAll(socket)
    }

    private static func v4(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func v6(_ port: Int) -> sockaddr_in6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin6_addr = in6addr_loopback
        return address
    }

    private static func generic<Address, Result>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}

private func systemBind(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(socket, address, length)
}
private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(socket, address, length)
}
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    send(socket, bytes, count, sendFlags)
}
