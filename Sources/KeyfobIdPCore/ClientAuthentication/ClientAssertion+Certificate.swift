import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

extension ClientAssertion {
    /// Verifies the signature with the registered certificate that the header names, by `x5t#S256`, `x5t` or `x5c`.
    ///
    /// A certificate in the header is only compared with the registered ones: Entra ID trusts the authority of a chain
    /// (subject name and issuer) only for the vendor's own registrations.
    ///
    /// - Throws: ``OAuthError`` 50027 if the header names no certificate or another algorithm than RS256 and PS256,
    ///   700027 if the certificate is not registered or has expired, or the signature is not valid.
    func verifyCertificate(of client: Application) throws(OAuthError) {
        guard jws.rsaAlgorithm != nil else {
            throw OAuthError(50027, ["detail": "the client assertion is signed neither by RS256 nor by PS256"])
        }
        let names = try thumbprints()
        let found = (client.credentials?.certificates ?? []).first { certificate in
            names.allSatisfy { $0 == certificate.sha1 || $0 == certificate.sha256 }
        }
        func refusal(_ reason: String) -> OAuthError {
            let name = names.first.map { Hex.encode($0).uppercased() } ?? ""
            return OAuthError(700027, ["reason": reason, "thumbprint": name, "app": client.appID])
        }
        guard let found else { throw refusal("The key was not found.") }
        guard found.startsAt <= context.now, context.now <= found.endsAt else {
            throw refusal("The key used is expired.")
        }
        guard let key = try? RSAPublicKey(certificate: found.der), (try? jws.verify(with: key)) != nil else {
            throw refusal("The signature is not valid.")
        }
    }

    /// The thumbprints by which the header names the certificate, all of which have to be those of one.
    private func thumbprints() throws(OAuthError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        for (member, length) in [("x5t#S256", 32), ("x5t", 20)] {
            guard let value = jws.header[member] else { continue }
            // A thumbprint in another form is the name of no certificate.
            let bytes = value.stringValue.flatMap { Base64URL.decode($0.filter { $0 != "=" }) } ?? []
            names.append(bytes.count == length ? bytes : [])
        }
        if names.isEmpty, let leaf = try? jws.certificates().first { names.append(Digest.sha256(leaf)) }
        guard !names.isEmpty else {
            throw OAuthError(50027, ["detail": "the header of the client assertion names no certificate"])
        }
        return names
    }
}
