#if LinuxTransport
import KeyfobCore
import NIOCore
import NIOSSL

/// The host of a request, and whether a certificate names it (RFC 9525 section 6).
///
/// The check is in addition to that of swift-nio-ssl, which compares a certificate's addresses with the address of the
/// connection, whatever the host: a certificate for an address would be accepted for every name that resolves to it.
struct ServerName: Sendable, Hashable {
    private let host: String
    private let isName: Bool
    private let isTLS: Bool

    init(_ url: HTTPURL) {
        host = Self.canonical(url.host)
        isTLS = url.scheme == "https"
        // An IPv6 literal is in brackets; of the rest only an address ends with a number.
        let last = host.split(separator: ".").last ?? ""
        isName = !host.hasPrefix("[") && !last.allSatisfy(\.isASCIIDigit)
    }

    /// The certificate names another host, or there is no certificate.
    struct Mismatch: Error {}

    /// Checks a connection after its handshake and before anything is sent; closes it if its certificate does not name
    /// the host.
    func check(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard channel.eventLoop.inEventLoop else { return channel.eventLoop.flatSubmit { check(channel) } }
        guard isTLS else { return channel.eventLoop.makeSucceededVoidFuture() }
        let handler = try? channel.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
        if let certificate = handler?.peerCertificate, isNamed(by: certificate) {
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        // In the next turn, so that the client gets the failure before the connection is closed.
        channel.eventLoop.execute { channel.close(promise: nil) }
        return channel.eventLoop.makeFailedFuture(Mismatch())
    }

    private func isNamed(by certificate: NIOSSLCertificate) -> Bool {
        // An address has already been compared with the certificate's addresses, and with nothing else.
        guard isName else { return true }
        let names = certificate._subjectAlternativeNames()
        // Without any, the common name was compared with the host.
        return names.isEmpty
            || names.contains { name in
                name.nameType == .dnsName && isNamed(by: String(decoding: name.contents, as: UTF8.self))
            }
    }

    /// Whether a name of a certificate is the host's: the same, or with `*` for the whole first of at least three
    /// labels.
    func isNamed(by pattern: String) -> Bool {
        let pattern = Self.canonical(pattern)
        guard pattern.hasPrefix("*.") else { return pattern == host }
        let rest = pattern.dropFirst(2)
        guard rest.contains("."), !rest.contains("*"), let dot = host.firstIndex(of: ".") else { return false }
        return dot > host.startIndex && host[host.index(after: dot)...] == rest
    }

    private static func canonical(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
#endif
