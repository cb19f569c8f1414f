/// The credentials by which a confidential client authenticates, under the names of Microsoft Graph: secrets,
/// certificates and federated credentials. Their public parts and hashes only: none of them can be used to sign in.
package struct ApplicationCredentials: Sendable, Hashable, Codable {
    /// `passwordCredentials`
    package var secrets: [ApplicationSecret]
    /// `keyCredentials`
    package var certificates: [ApplicationCertificate]
    /// `federatedIdentityCredentials`
    package var federated: [FederatedCredential]

    /// Makes a list; by default it is empty.
    package init(
        secrets: [ApplicationSecret] = [], certificates: [ApplicationCertificate] = [],
        federated: [FederatedCredential] = []
    ) {
        self.secrets = secrets
        self.certificates = certificates
        self.federated = federated
    }

    /// Whether there are none.
    package var isEmpty: Bool { secrets.isEmpty && certificates.isEmpty && federated.isEmpty }

    /// Removes the credential with that id.
    ///
    /// - Returns: whether there was one.
    package mutating func remove(id: String) -> Bool {
        let count = secrets.count + certificates.count + federated.count
        secrets.removeAll { $0.keyID == id }
        certificates.removeAll { $0.keyID == id }
        federated.removeAll { $0.id == id }
        return secrets.count + certificates.count + federated.count < count
    }
}

/// A client secret, of which only a salted hash is stored.
package struct ApplicationSecret: Sendable, Hashable, Codable {
    /// `keyId`
    package var keyID: String
    /// `displayName`
    package var displayName: String?
    /// `hint`: the first three characters, by which an administrator recognizes the secret.
    package var hint: String
    /// The time (Unix seconds) from which it is valid.
    package var startsAt: Int64
    /// The time until which it is valid.
    package var endsAt: Int64
    /// The salt, which is different for each secret.
    package var salt: [UInt8]
    /// HMAC-SHA256 of the secret under the salt.
    package var digest: [UInt8]
    /// Whether it belongs to the application's object in its tenant and not to the registration. The client may use either.
    package var isOfPrincipal: Bool?

    /// Makes a secret's record.
    package init(
        keyID: String, displayName: String?, hint: String, startsAt: Int64, endsAt: Int64, salt: [UInt8],
        digest: [UInt8]
    ) {
        self.keyID = keyID
        self.displayName = displayName
        self.hint = hint
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.salt = salt
        self.digest = digest
    }
}

/// A certificate with whose key a client signs its assertions.
package struct ApplicationCertificate: Sendable, Hashable, Codable {
    /// `keyId`
    package var keyID: String
    /// `displayName`
    package var displayName: String?
    /// The certificate in DER.
    package var der: [UInt8]
    /// SHA-1 of the DER: `x5t`, and Microsoft Graph's `customKeyIdentifier`.
    package var sha1: [UInt8]
    /// SHA-256 of the DER: `x5t#S256`
    package var sha256: [UInt8]
    /// Whether it belongs to the application's object in its tenant and not to the registration. The client may use either.
    package var isOfPrincipal: Bool?
    /// The time (Unix seconds) from which it is valid.
    package var startsAt: Int64
    /// The time until which it is valid.
    package var endsAt: Int64

    /// Makes a certificate's record.
    package init(
        keyID: String, displayName: String?, der: [UInt8], sha1: [UInt8], sha256: [UInt8], startsAt: Int64,
        endsAt: Int64
    ) {
        self.keyID = keyID
        self.displayName = displayName
        self.der = der
        self.sha1 = sha1
        self.sha256 = sha256
        self.startsAt = startsAt
        self.endsAt = endsAt
    }
}

/// A token of another issuer that a client may use as its assertion (workload identity federation).
package struct FederatedCredential: Sendable, Hashable, Codable {
    /// `id`
    package var id: String
    /// `name`
    package var name: String
    /// `issuer`: the claim `iss` of the token, compared exactly.
    package var issuer: String
    /// `subject`: the claim `sub` of the token, compared exactly.
    package var subject: String
    /// `audiences`: the permitted values of claim `aud`, compared exactly.
    package var audiences: [String]
    /// The issuer's public keys, as the JSON of a JWK Set; nil for a tenant of this provider, whose keys it has.
    package var keys: String?
    /// `description`
    package var description: String?

    /// The audience of a credential that names none.
    package static let defaultAudience = "api://AzureADTokenExchange"

    /// Makes a credential.
    package init(
        id: String, name: String, issuer: String, subject: String,
        audiences: [String] = [FederatedCredential.defaultAudience],
        keys: String? = nil
    ) {
        self.id = id
        self.name = name
        self.issuer = issuer
        self.subject = subject
        self.audiences = audiences
        self.keys = keys
    }
}

extension Application {
    /// Whether the registration has a credential.
    package var hasCredentials: Bool { credentials.map { !$0.isEmpty } ?? false }

    /// Whether the client counts as public where no redirect URI determines it: as `isFallbackPublicClient` says. A
    /// registration that says nothing is public unless it has a credential, or redirect URIs of servers only.
    package var isPublicByDefault: Bool {
        isFallbackPublicClient
            ?? !(hasCredentials
            || (!redirectURIs.web.isEmpty && redirectURIs.publicClient.isEmpty && redirectURIs.singlePage.isEmpty))
    }
}
