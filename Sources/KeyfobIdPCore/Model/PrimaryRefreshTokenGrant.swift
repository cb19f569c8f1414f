/// A primary refresh token that was issued: bound to a device and to a session key, and good for every app of its user.
public struct PrimaryRefreshTokenGrant: Sendable, Hashable, Codable {
    /// SHA-256 of the token: the key.
    public var tokenHash: [UInt8]
    /// What it stands for; the client is the broker.
    public var access: AuthorizedAccess
    /// The device that it was issued to.
    public var deviceID: String
    /// The session key, encrypted under a key that only the token itself yields: what is kept here opens nothing.
    public var sealedSessionKey: [UInt8]
    /// When it was issued (Unix seconds).
    public var issuedAt: Int64
    /// Until when (Unix seconds) it holds; using it with scope `aza` in time brings a new one.
    public var expiresAt: Int64

    /// Makes a record.
    public init(
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
