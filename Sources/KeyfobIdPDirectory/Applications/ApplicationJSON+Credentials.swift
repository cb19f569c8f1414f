package import KeyfobCore
package import KeyfobIdPModel

extension ApplicationJSON {
    /// The members of a registration with credentials.
    package static let credentialMembers: Set<String> = [
        "keyCredentials", "passwordCredentials", "federatedIdentityCredentials",
    ]

    /// The credentials of a registration: a member that is present replaces those of its kind. An element with the id of
    /// a registered credential, and without its value, keeps that one, so that a registration can be sent back as it
    /// was read.
    ///
    /// - Throws: ``DirectoryError`` that names the member.
    package static func credentials(
        _ body: DirectoryDocument, replacing old: ApplicationCredentials?, _ reading: CredentialReading
    ) throws(DirectoryError) -> ApplicationCredentials? {
        var out = old ?? ApplicationCredentials()
        if let entries = try body.objects("passwordCredentials", known: CredentialReading.secretMembers) {
            out.secrets = []
            for entry in entries {
                let id = try entry.string("keyId")?.lowercased()
                if try entry.string("secretText") == nil {
                    guard let known = old?.secrets.first(where: { $0.keyID == id }) else {
                        throw .invalid(
                            "An element of 'passwordCredentials' has no 'secretText'. An export contains no secrets: add "
                                + "the text, or leave the element out and make a secret afterwards.")
                    }
                    out.secrets.append(known)
                } else {
                    out.secrets.append(try reading.secret(entry).record)
                }
            }
        }
        if let entries = try body.objects("keyCredentials", known: CredentialReading.certificateMembers) {
            out.certificates = []
            for entry in entries {
                let id = try entry.string("keyId")?.lowercased()
                if try entry.string("key") == nil {
                    guard let known = old?.certificates.first(where: { $0.keyID == id }) else {
                        throw .invalid(
                            "An element of 'keyCredentials' has no 'key'. An export may leave it out: add the base64 of "
                                + "the certificate.")
                    }
                    out.certificates.append(known)
                } else {
                    out.certificates.append(try reading.certificate(entry))
                }
            }
        }
        if let entries = try body.objects("federatedIdentityCredentials", known: CredentialReading.federatedMembers) {
            out.federated = []
            for entry in entries { out.federated.append(try reading.federated(entry)) }
        }
        try ObjectLimits.check(out)
        return out.isEmpty ? nil : out
    }

    /// The credentials without anything by which a client could authenticate.
    package static func write(_ credentials: ApplicationCredentials?) -> [String: JSONValue] {
        guard let credentials else { return [:] }
        var out: [String: JSONValue] = [:]
        if !credentials.secrets.isEmpty { out["passwordCredentials"] = .array(credentials.secrets.map(write)) }
        if !credentials.certificates.isEmpty { out["keyCredentials"] = .array(credentials.certificates.map(write)) }
        if !credentials.federated.isEmpty {
            out["federatedIdentityCredentials"] = .array(credentials.federated.map(write))
        }
        return out
    }

    package static func write(_ secret: ApplicationSecret) -> JSONValue {
        [
            "keyId": .string(secret.keyID), "displayName": secret.displayName.map { .string($0) } ?? .null,
            "hint": .string(secret.hint), "startDateTime": .string(GraphTime.text(secret.startsAt)),
            "endDateTime": .string(GraphTime.text(secret.endsAt)),
        ]
    }

    package static func write(_ certificate: ApplicationCertificate) -> JSONValue {
        [
            "keyId": .string(certificate.keyID), "displayName": certificate.displayName.map { .string($0) } ?? .null,
            "type": "AsymmetricX509Cert", "usage": "Verify",
            "customKeyIdentifier": .string(Hex.encode(certificate.sha1).uppercased()),
            "startDateTime": .string(GraphTime.text(certificate.startsAt)),
            "endDateTime": .string(GraphTime.text(certificate.endsAt)),
        ]
    }

    package static func write(_ credential: FederatedCredential) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(credential.id), "name": .string(credential.name), "issuer": .string(credential.issuer),
            "subject": .string(credential.subject), "audiences": .strings(credential.audiences),
        ]
        members["description"] = credential.description.map { .string($0) }
        members["keys"] = credential.keys.flatMap { try? JSONValue(parsing: Array($0.utf8)) }
        return .object(members)
    }
}
