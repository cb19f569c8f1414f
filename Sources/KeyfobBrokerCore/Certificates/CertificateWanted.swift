import KeyfobCore
import KeyfobOAuth

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
