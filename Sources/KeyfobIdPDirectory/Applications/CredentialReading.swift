package import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPCore
package import KeyfobIdPModel
import KeyfobJOSE

/// Reads the credentials of a registration from Microsoft Graph's objects.
package struct CredentialReading {
    /// The seconds for which a secret without an end is valid: two years, as in Microsoft Graph.
    private static let lifetime: Int64 = 730 * 86400

    package static let secretMembers: Set<String> = [
        "keyId", "displayName", "hint", "startDateTime", "endDateTime", "secretText", "customKeyIdentifier",
    ]
    package static let certificateMembers: Set<String> = [
        "keyId", "displayName", "type", "usage", "key", "customKeyIdentifier", "startDateTime", "endDateTime",
    ]
    package static let federatedMembers: Set<String> = [
        "id", "name", "issuer", "subject", "audiences", "description", "keys", "claimsMatchingExpression",
    ]

    package let random: any RandomSource
    package let now: Int64

    /// Reads for a request.
    package init(_ context: RequestContext) { self.init(random: context.random, now: context.now) }

    /// Reads with a source of ids, secrets and salts, at a time in Unix seconds.
    package init(random: any RandomSource, now: Int64) {
        self.random = random
        self.now = now
    }

    /// A secret, and its record. Without `secretText` a new one is made, which the caller shows once.
    package func secret(_ body: DirectoryDocument) throws(DirectoryError) -> (text: String, record: ApplicationSecret) {
        let given = try body.string("secretText")
        // An attacker who reads the store can try many short texts against a fast hash.
        if let given, !(16...256).contains(given.utf8.count) {
            throw .invalid("A secret has 16 to 256 bytes; without 'secretText' the provider makes one.")
        }
        let text = given ?? random.token(byteCount: 30)
        let start = try body.time("startDateTime") ?? now
        let end = try body.time("endDateTime") ?? start + Self.lifetime
        guard start < end else { throw .invalid("A secret ends after it starts.") }
        let salt = random.bytes(16)
        let record = ApplicationSecret(
            keyID: try id(body, "keyId"), displayName: try name(body), hint: String(text.prefix(3)), startsAt: start,
            endsAt: end, salt: salt, digest: SecretRule.digest(Secret(text), salt: salt))
        return (text, record)
    }

    /// A certificate's record.
    package func certificate(_ body: DirectoryDocument) throws(DirectoryError) -> ApplicationCertificate {
        let type = try body.string("type") ?? "AsymmetricX509Cert"
        let usage = try body.string("usage") ?? "Verify"
        guard type == "AsymmetricX509Cert", usage == "Verify" else {
            throw .invalid("A member of 'keyCredentials' has the type AsymmetricX509Cert and the usage Verify.")
        }
        guard let bytes = Base64.decodeLoosely(try body.required("key")) else {
            throw .invalid("The member 'key' is not the base64 of a certificate in DER.")
        }
        let certificate: CredentialCertificate
        do { certificate = try CredentialCertificate(der: bytes) } catch {
            throw .invalid("The member 'key' is not a certificate with an RSA key: \(error.message)")
        }
        return ApplicationCertificate(
            keyID: try id(body, "keyId"), displayName: try name(body), der: bytes, sha1: Digest.sha1(bytes),
            sha256: Digest.sha256(bytes), startsAt: certificate.startsAt, endsAt: certificate.endsAt)
    }

    /// A federated credential.
    package func federated(_ body: DirectoryDocument) throws(DirectoryError) -> FederatedCredential {
        guard try body.string("claimsMatchingExpression") == nil else {
            throw .invalid("'claimsMatchingExpression' is not supported: name the subject.")
        }
        let issuer = try body.required("issuer")
        guard issuer.hasPrefix("https://") else { throw .invalid("The member 'issuer' is not an https address.") }
        var keys: String?
        if let value = body.members["keys"], value != .null {
            let text = value.text()
            guard let set = try? JWKSet(parsing: Array(text.utf8)),
                (1...ObjectLimits.mostCredentials).contains(set.keys.count)
            else {
                throw .invalid(
                    "The member 'keys' is not a JWK Set with 1 to \(ObjectLimits.mostCredentials) public keys for signatures."
                )
            }
            keys = text
        }
        let audiences = try body.strings("audiences") ?? [FederatedCredential.defaultAudience]
        guard audiences.count == 1, audiences[0].utf8.count <= 600 else {
            throw .invalid("The member 'audiences' has one element of at most 600 characters.")
        }
        let subject = try body.required("subject")
        guard subject.utf8.count <= 600 else { throw .invalid("The member 'subject' has at most 600 characters.") }
        var credential = FederatedCredential(
            id: try id(body, "id"), name: try body.string("name") ?? subject, issuer: issuer, subject: subject,
            audiences: audiences, keys: keys)
        credential.description = try body.string("description").map { String($0.prefix(600)) }
        return credential
    }

    private func id(_ body: DirectoryDocument, _ member: String) throws(DirectoryError) -> String {
        guard let text = try body.string(member)?.lowercased() else { return random.uuid() }
        guard ApplicationJSON.isGUID(text) else { throw .invalid("The member '\(member)' is not a GUID.") }
        return text
    }

    private func name(_ body: DirectoryDocument) throws(DirectoryError) -> String? {
        try body.string("displayName").map { String($0.prefix(256)) }
    }
}
