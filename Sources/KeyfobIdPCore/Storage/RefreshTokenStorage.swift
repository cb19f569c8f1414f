/// Refresh tokens.
public protocol RefreshTokenStorage {
    /// Adds a token.
    func insert(_ token: RefreshTokenGrant) throws
    /// The token of that hash, revoked, idle or good.
    func refreshToken(hash: [UInt8]) throws -> RefreshTokenGrant?
    /// Sets when a token was last used.
    func touchRefreshToken(hash: [UInt8], at time: Int64) throws
    /// Every token that descends from one authorization, in the order of their making.
    func refreshTokens(grantID: String) throws -> [RefreshTokenGrant]
    /// Sets when a token was first redeemed, where that is not set yet.
    func markRefreshTokenRedeemed(hash: [UInt8], at time: Int64) throws
    /// Revokes one token, if it is not revoked yet.
    func revokeRefreshToken(hash: [UInt8], at time: Int64) throws
    /// Revokes every token of an authorization, and of those below it (`ID/…`), where it is not revoked yet.
    func revokeRefreshTokens(grantID: String, at time: Int64) throws
    /// Sets when each token of a user was last used: far enough back, they are idle.
    func touchRefreshTokens(userID: String, at time: Int64) throws
}
