public import KeyfobCore

extension AuthError {
    /// Makes the error of a request that got no complete response.
    public init(_ transport: TransportError) {
        let (code, remedy): (Code, String) =
            switch transport.code {
            case .timedOut: (.network, "Check the connection and try again.")
            case .untrustedCertificate:
                (
                    .network,
                    "Check the certificate's dates and this machine's clock; trust the server's certificate "
                        + "authority (--ca-file, KEYFOB_CA_FILE or SSL_CERT_FILE); or check the authority's host."
                )
            case .bodyTooLarge, .invalidResponse:
                (.invalidResponse, "Check that the authority is an identity provider and that no proxy intercepts it.")
            case .cancelled: (.canceled, "Call again if the token is still needed.")
            default: (.network, "Check the connection and the authority's host, and try again.")
            }
        self.init(
            code, origin: code == .invalidResponse ? .server : .network, message: transport.message, remedy: remedy,
            cause: transport)
    }
}
