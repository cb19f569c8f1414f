/// An issued refresh token (RFC 6749 section 1.5). Opaque to clients, and stored only as a hash.
package struct RefreshTokenGrant: Sendable, Hashable, Codable {
    /// SHA-256 of the token: the key.
    package var tokenHash: [UInt8]
    /// The access that it gives.
    package var access: AuthorizedAccess
    /// The time of issue (Unix seconds).
    package var issuedAt: Int64
    /// The day of the last use, from which the 90 days of inactivity count.
    package var lastUsedAt: Int64
    /// The time of revocation.
    package var revokedAt: Int64?
    /// The time of the first redemption, in the profile in which a token can be redeemed once.
    package var redeemedAt: Int64?
    /// SHA-256 of the token for which this one was issued; nil for the first of its chain.
    package var parentHash: [UInt8]?

    /// Makes a refresh token's record.
    package init(
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
