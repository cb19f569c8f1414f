/// Primary refresh tokens.
package protocol PrimaryRefreshTokenStorage {
    /// Adds a token.
    func insert(_ token: PrimaryRefreshTokenGrant) throws
    /// The token with that hash, expired or not.
    func primaryRefreshToken(hash: [UInt8]) throws -> PrimaryRefreshTokenGrant?
    /// Removes every token of a device.
    func removePrimaryRefreshTokens(deviceID: String) throws
    /// Removes every token of an authorization, and of its descendants (`ID/…`).
    func removePrimaryRefreshTokens(grantID: String) throws
}
