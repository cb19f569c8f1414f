/// Refresh tokens.
package protocol RefreshTokenStorage {
    /// Adds a token.
    func insert(_ token: RefreshTokenGrant) throws
    /// The token with that hash, revoked, idle or valid.
    func refreshToken(hash: [UInt8]) throws -> RefreshTokenGrant?
    /// Sets the time of a token's last use.
    func touchRefreshToken(hash: [UInt8], at time: Int64) throws
    /// Every token that descends from one authorization, in the order of insertion.
    func refreshTokens(grantID: String) throws -> [RefreshTokenGrant]
    /// Sets the time of a token's first redemption, unless it is set already.
    func markRefreshTokenRedeemed(hash: [UInt8], at time: Int64) throws
    /// Revokes one token, if it is not revoked yet.
    func revokeRefreshToken(hash: [UInt8], at time: Int64) throws
    /// Revokes every token of an authorization, and of its descendants (`ID/…`), unless it is revoked already.
    func revokeRefreshTokens(grantID: String, at time: Int64) throws
    /// Sets the time of the last use for each token of a user; a time far enough in the past makes them idle.
    func touchRefreshTokens(userID: String, at time: Int64) throws
}
