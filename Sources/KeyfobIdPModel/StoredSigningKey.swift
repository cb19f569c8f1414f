package import KeyfobCore

/// A stored signing key. Two are always published: the current one, and the next one.
package struct StoredSigningKey: Sendable, Hashable {
    /// The use of a key.
    package enum Role: String, Sendable, Hashable, Codable {
        /// Signs tokens now.
        case current
        /// Published before it signs, so that clients know it by then.
        case next
        /// No longer signs, but tokens that it signed may still be valid.
        case retired
        /// Signs the certificates of devices, and is not published.
        case deviceAuthority = "device_authority"
    }

    /// `kid`
    package var keyID: String
    /// `RS256` or `ES256`
    package var algorithm: String
    /// The private key.
    package var privateKeyPEM: Secret<String>
    /// The self-signed certificate in DER, published as `x5c`; nil where there is none (ES256).
    package var certificate: [UInt8]?
    /// Its use.
    package var role: Role
    /// The time of creation (Unix seconds).
    package var createdAt: Int64
    /// The time at which it was retired.
    package var retiredAt: Int64?

    /// Makes a record.
    package init(
        keyID: String, algorithm: String, privateKeyPEM: Secret<String>, certificate: [UInt8]? = nil, role: Role,
        createdAt: Int64, retiredAt: Int64? = nil
    ) {
        self.keyID = keyID
        self.algorithm = algorithm
        self.privateKeyPEM = privateKeyPEM
        self.certificate = certificate
        self.role = role
        self.createdAt = createdAt
        self.retiredAt = retiredAt
    }
}
