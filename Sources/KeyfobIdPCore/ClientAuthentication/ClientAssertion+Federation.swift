import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

extension ClientAssertion {
    /// Verifies the token of another issuer. Issuer, subject and audience have to be those of a federated credential,
    /// byte for byte, and the token may be used again until it expires.
    ///
    /// - Throws: ``OAuthError`` 700211, 700213 or 700212 if no credential has the issuer, the subject or the audience;
    ///   50012 if the signature is not valid; 700024 outside its validity.
    func verifyFederated(issuer: String, subject: String, for client: Application) throws(OAuthError) {
        func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
        let shown = String(issuer.prefix(256))
        let ofIssuer = (client.credentials?.federated ?? []).filter { isSame($0.issuer, issuer) }
        guard !ofIssuer.isEmpty else { throw OAuthError(700211, ["issuer": shown]) }
        let ofSubject = ofIssuer.filter { isSame($0.subject, subject) }
        guard !ofSubject.isEmpty else { throw OAuthError(700213, ["subject": String(subject.prefix(256))]) }
        let named = claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.compactMap(\.stringValue)
        let audiences = named ?? []
        let credential = ofSubject.first { credential in
            audiences.contains { name in credential.audiences.contains { isSame($0, name) } }
        }
        guard let credential else {
            throw OAuthError(700212, ["audience": String((audiences.first ?? "").prefix(256))])
        }
        let keys = try keys(of: credential)
        // Without a key id the issuer's only key is meant.
        let key = jws.keyID.map(keys.key) ?? (keys.keys.count == 1 ? keys.keys[0] : nil)
        guard let key, let algorithm = key.algorithm, (try? jws.verify(with: key, algorithm: algorithm)) != nil else {
            throw OAuthError(50012, ["detail": "the signature of the federated token is not valid"])
        }
        _ = try checkTime()
    }

    /// The keys of an issuer: this provider's own for its tenants, otherwise those of the registration. The provider
    /// sends no requests, so it cannot fetch them.
    private func keys(of credential: FederatedCredential) throws(OAuthError) -> JWKSet {
        let isOwn = context.directory.tenants.contains { tenant in
            [OAuthDialect.v1, .v2].contains { dialect in
                Issuer.of(tenant, dialect, origin: context.origin).utf8.elementsEqual(credential.issuer.utf8)
            }
        }
        if isOwn { return JWKSet(context.directory.keys.published.map(\.publicJWK)) }
        guard let text = credential.keys, let keys = try? JWKSet(parsing: Array(text.utf8)) else {
            throw OAuthError(50012, ["detail": "the federated credential contains no keys of its issuer"])
        }
        return keys
    }
}
