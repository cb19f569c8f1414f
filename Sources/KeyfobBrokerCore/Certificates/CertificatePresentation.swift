import KeyfobCore
import KeyfobOAuth
import Synchronization

/// A certificate that is presented during one sign-in: at the provider's address for certificates, and nowhere else.
final class CertificatePresentation: Sendable {
    /// The prefix of such addresses where they are hosts of their own: `certauth.login.microsoftonline.com`.
    private static let label = "certauth."

    private let transport: any HTTPTransport
    /// The host at which the sign-in began.
    private let host: String
    private let port: Int
    private let state = Mutex(false)

    /// - Parameters:
    ///   - transport: presents it.
    ///   - authority: `host` or `host:port` of the identity provider.
    init(_ transport: any HTTPTransport, authority: String) {
        self.transport = transport
        let place = HTTPURL("https://\(authority)/")
        host = place?.host ?? authority
        port = place?.effectivePort ?? 443
    }

    /// Whether it was presented: from then on the web view can do again what it can otherwise.
    var isOver: Bool { state.withLock { $0 } }

    /// What presents the certificate, if an address is one that asks for it: another port of the provider's own host, or a
    /// host of the provider's that is named for it.
    func transport(for url: HTTPURL) -> (any HTTPTransport)? {
        guard isPlace(url) else { return nil }
        state.withLock { $0 = true }
        return transport
    }

    /// Whether an address is one of the provider's that asks for a certificate.
    func isPlace(_ url: HTTPURL) -> Bool {
        guard url.scheme == "https" else { return false }
        let isOtherPort = url.host == host && url.effectivePort != port
        let isNamedHost =
            url.host == Self.label + host
            || url.host.hasSuffix(".\(Self.label)\(host)")
        return isOtherPort || isNamedHost
    }
}
