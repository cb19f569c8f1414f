public import KeyfobCore

/// A signing key as it is kept. Two are always published: the one that signs, and the one that
/// will sign next.
public struct StoredSigningKey: Sendable, Hashable {
    /// What the key is used for.
    public enum Role: String, Sendable, Hashable, Codable {
        /// Signs what is issued now.
        case current
        /// Published, so that everybody knows it before it signs.
        case next
        /// Signs no more, but tokens that it signed may still be valid.
        case retired
        /// Signs the certificates of devices, and nothing that is published.
        case deviceAuthority = "device_authority"
    }

    /// `kid`
    public var keyID: String
    /// `RS256` or `ES256`
    public var algorithm: String
    /// The private key.
    public var privateKeyPEM: Secret<String>
    /// The self-signed certificate in DER, published as `x5c`; nil where there is none (ES256).
    public var certificate: [UInt8]?
    /// What it is used for.
    public var role: Role
    /// When it was made (Unix seconds).
    public var createdAt: Int64
    /// When it was retired.
    public var retiredAt: Int64?

    /// Makes a record.
    public init(
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
