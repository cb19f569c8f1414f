package import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Listening sockets of the loopback interface, all on one port.
package struct LoopbackSockets: Sendable {
    package let listeners: [FileDescriptor]
    package let port: Int

    /// Stops listening. Closing alone would leave the port open until a child process that another thread starts at
    /// that moment has closed its copy.
    func close() {
        for listener in listeners {
            shutdown(listener.number, Int32(SHUT_RDWR))
            listener.close()
        }
    }

    /// Binds the addresses of the redirect URI's host. A browser may resolve `localhost` to either address, so both are
    /// bound to the same port; a literal address needs only itself.
    package static func bind(for redirectURI: RedirectURI) throws(AuthError) -> LoopbackSockets {
        guard redirectURI.isLoopback, let url = redirectURI.url else { throw LoopbackAddress.notLoopback(redirectURI) }
        let named = LoopbackAddress.namedPort(redirectURI)
        switch url.host {
        case "127.0.0.1": return try one(listen(.v4, port: named ?? 0), named)
        case "[::1]": return try one(listen(.v6, port: named ?? 0), named)
        default: return try both(named)
        }
    }

    private static func one(_ result: Listening, _ named: Int?) throws(AuthError) -> LoopbackSockets {
        switch result {
        case .listening(let socket, let port): return LoopbackSockets(listeners: [socket], port: port)
        case .portTaken, .notAvailable: throw unavailable(named)
        }
    }

    private static func both(_ named: Int?) throws(AuthError) -> LoopbackSockets {
        // The system picks a port for IPv4. It is rarely in use for IPv6; then another is tried.
        for _ in 0..<16 {
            guard case .listening(let v4, let port) = listen(.v4, port: named ?? 0) else { break }
            switch listen(.v6, port: port) {
            case .listening(let v6, _): return LoopbackSockets(listeners: [v4, v6], port: port)
            case .notAvailable: return LoopbackSockets(listeners: [v4], port: port)
            case .portTaken: v4.close()
            }
            // A process that has the other half of a named port could receive the redirect, so the port is not shared.
            if named != nil { break }
        }
        throw unavailable(named)
    }

    private static func unavailable(_ named: Int?) -> AuthError {
        if let named {
            return AuthError(
                .userAgentUnavailable, origin: .userAgent,
                message: "Port \(named) of the redirect URI is in use by another process.",
                remedy: "End that process, or register the redirect URI without a port, so that any can be used.")
        }
        return AuthError(
            .userAgentUnavailable, origin: .userAgent,
            message: "No port of the loopback interface could be opened to wait for the sign-in.",
            remedy: "Check that this process may open sockets on 127.0.0.1, or sign in with a device code.")
    }
}

extension LoopbackSockets {
    private enum Family { case v4, v6 }
    private enum Listening {
        case listening(FileDescriptor, port: Int)
        case portTaken
        case notAvailable
    }

    private static func listen(_ family: Family, port: Int) -> Listening {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let number = socket(family == .v4 ? AF_INET : AF_INET6, kind, 0)
        guard number >= 0 else { return .notAvailable }
        let descriptor = FileDescriptor(number: number)
        descriptor.makeNonBlockingAndPrivate()
        var on: Int32 = 1
        // Only for a port that an earlier sign-in has just released: it does not let two processes listen at once.
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        if family == .v6 {
            setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<Int32>.size))
        }
        guard bind(number, family, port: port), systemListen(number) else {
            let reason = errno
            descriptor.close()
            return reason == EADDRINUSE || reason == EACCES ? .portTaken : .notAvailable
        }
        guard let bound = self.port(of: number, family) else {
            descriptor.close()
            return .notAvailable
        }
        return .listening(descriptor, port: bound)
    }

    private static func bind(_ number: Int32, _ family: Family, port: Int) -> Bool {
        switch family {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return withGeneric(&address) { systemBind(number, $0, $1) == 0 }
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
            address.sin6_addr = in6addr_loopback
            return withGeneric(&address) { systemBind(number, $0, $1) == 0 }
        }
    }

    private static func port(of number: Int32, _ family: Family) -> Int? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let answered = withGeneric(&address) { pointer, _ in getsockname(number, pointer, &length) == 0 }
        // Both families have the port at the same place.
        return answered ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }

    private static func withGeneric<Address, Result>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

// The C functions under names that the methods above do not hide.
private func systemBind(_ number: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(number, address, length)
}
private func systemListen(_ number: Int32) -> Bool { listen(number, 64) == 0 }
