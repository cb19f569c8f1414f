import KeyfobCore
import KeyfobOAuth

/// Why the web view was left: the person wants to sign in by certificate, and the provider asks for one where the web view
/// has none.
struct CertificateWanted: Error {
    /// Who they said they are.
    let name: String?
    /// `host` or `host:port` of the provider whose page it was: an authority may be another name of the same cloud.
    let provider: String

    /// - Parameter address: where the provider sends them.
    init(_ address: HTTPURL) {
        provider = address.hostAndPort
        name = address.query.flatMap { try? FormParameters(parsing: $0) }?.nonEmpty("login_hint")
    }

    /// What is said of it where it goes no further.
    var error: AuthError {
        AuthError(
            .userAgentUnavailable, origin: .broker, message: "The provider asks for a certificate.",
            remedy: "Have the administrator put the person's certificate on the device for the broker.", cause: self)
    }
}
