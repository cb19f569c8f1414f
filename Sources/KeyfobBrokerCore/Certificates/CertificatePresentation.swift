import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// A certificate that is presented during one sign-in, only at the provider's URLs for certificates.
final class CertificatePresentation: Sendable {
    /// The prefix of hosts that request certificates, as in `certauth.login.microsoftonline.com`.
    private static let label = "certauth."

    private let transport: any HTTPTransport
    /// The host at which the sign-in began.
    private let host: String
    private let port: Int
    private let state = Mutex(false)

    /// - Parameters:
    ///   - transport: the transport that presents the certificate.
    ///   - authority: `host` or `host:port` of the identity provider.
    init(_ transport: any HTTPTransport, authority: String) {
        self.transport = transport
        let place = HTTPURL("https://\(authority)/")
        host = place?.host ?? authority
        port = place?.effectivePort ?? 443
    }

    /// Whether the certificate was presented; afterwards the web view has all its capabilities again.
    var isOver: Bool { state.withLock { $0 } }

    /// Returns the transport that presents the certificate if a URL requests one: on another port of the provider's own
    /// host, or on a host of the provider's that is named for it.
    func transport(for url: HTTPURL) -> (any HTTPTransport)? {
        guard isPlace(url) else { return nil }
        state.withLock { $0 = true }
        return transport
    }

    /// Returns whether a URL is one of the provider's that request a certificate.
    func isPlace(_ url: HTTPURL) -> Bool {
        guard url.scheme == "https" else { return false }
        let isOtherPort = url.host == host && url.effectivePort != port
        let isNamedHost =
            url.host == Self.label + host
            || url.host.hasSuffix(".\(Self.label)\(host)")
        return isOtherPort || isNamedHost
    }
}

/// What a page said when it left the web view for a certificate: the user wants to sign in by one, and the provider
/// requests it, which the web view does not have.
struct CertificateWanted: Sendable, Hashable {
    /// The login hint in the provider's URL.
    let name: String?
    /// `host` or `host:port` of the provider whose page it was: an authority may be an alias of the same cloud.
    let provider: String

    /// - Parameter address: the URL that the provider redirects to.
    init(_ address: HTTPURL) {
        provider = address.hostAndPort
        name = address.query.flatMap { try? FormParameters(parsing: $0) }?.nonEmpty("login_hint")
    }

    /// The error for a sign-in that cannot present a certificate.
    var error: AuthError {
        AuthError(
            .userAgentUnavailable, origin: .broker, message: "The provider asks for a certificate.",
            remedy: "Have the administrator put the user's certificate on the device for the broker.")
    }
}
