/// An issued primary refresh token, which is bound to a device and to a session key, and serves every app of its user.
package struct PrimaryRefreshTokenGrant: Sendable, Hashable, Codable {
    /// SHA-256 of the token: the key.
    package var tokenHash: [UInt8]
    /// The access that it gives; the client is the broker.
    package var access: AuthorizedAccess
    /// The device to which it was issued.
    package var deviceID: String
    /// The session key, encrypted under a key derived from the token: this record alone decrypts nothing.
    package var sealedSessionKey: [UInt8]
    /// The time of issue (Unix seconds).
    package var issuedAt: Int64
    /// The time (Unix seconds) until which it is valid; using it with scope `aza` before then returns a new one.
    package var expiresAt: Int64

    /// Makes a record.
    package init(
        tokenHash: [UInt8], access: AuthorizedAccess, deviceID: String, sealedSessionKey: [UInt8], issuedAt: Int64,
        expiresAt: Int64
    ) {
        self.tokenHash = tokenHash
        self.access = access
        self.deviceID = deviceID
        self.sealedSessionKey = sealedSessionKey
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}
