/// A refresh token that was issued (RFC 6749 section 1.5). Opaque to clients, and known here only by its hash.
public struct RefreshTokenGrant: Sendable, Hashable, Codable {
    /// SHA-256 of the token: the key.
    public var tokenHash: [UInt8]
    /// What it stands for.
    public var access: AuthorizedAccess
    /// When it was issued (Unix seconds).
    public var issuedAt: Int64
    /// When it was last used, to the day: its 90 days of inactivity count from here.
    public var lastUsedAt: Int64
    /// When it was revoked.
    public var revokedAt: Int64?
    /// When it was first redeemed, in the profile in which a token is good for one redemption.
    public var redeemedAt: Int64?
    /// SHA-256 of the token for which this one was issued; nil for the first of its line.
    public var parentHash: [UInt8]?

    /// Makes a refresh token's record.
    public init(
        tokenHash: [UInt8], access: AuthorizedAccess, issuedAt: Int64, lastUsedAt: Int64, revokedAt: Int64? = nil,
        redeemedAt: Int64? = nil, parentHash: [UInt8]? = nil
    ) {
        self.tokenHash = tokenHash
        self.access = access
        self.issuedAt = issuedAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
        self.redeemedAt = redeemedAt
        self.parentHash = parentHash
    }
}
