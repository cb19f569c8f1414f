import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML

/// The provider's own name and keys in SAML.
enum SAMLIdentity {
    /// The name of a tenant: Entra ID's, which services are configured with. It is a name and no address, so that it
    /// does not depend on where this provider is served.
    static func issuer(of tenantID: String) -> String { "https://sts.windows.net/\(tenantID)/" }

    /// An id for a message: no id starts with a digit.
    static func id(_ context: RequestContext) -> String { "_\(context.random.uuid())" }
}

extension RequestContext {
    /// The present signing key with its certificate.
    ///
    /// - Throws: ``OAuthError`` 90033 if it is not an RSA key: SAML's services verify RSA signatures.
    func samlSigner() throws(OAuthError) -> SAMLSigner {
        guard let key = directory.keys.current, key.algorithm == .rs256, let certificate = certificate(of: key) else {
            throw OAuthError(90033, detail: "SAML needs an RSA signing key; this provider signs with another kind")
        }
        return SAMLSigner(certificate: certificate) { try key.sign($0) }
    }

    /// The certificates of the published RSA keys, the present one's first.
    func samlCertificates() -> [[UInt8]] {
        let keys = directory.keys
        let current = keys.published.filter { $0.keyID == keys.current?.keyID }
        return (current + keys.published.filter { $0.keyID != keys.current?.keyID }).compactMap(certificate)
    }

    private func certificate(of key: SigningKey) -> [UInt8]? {
        key.publicJWK.members["x5c"]?.arrayValue?.first?.stringValue.flatMap(Base64.decode)
    }
}
