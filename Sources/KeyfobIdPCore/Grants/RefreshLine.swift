import KeyfobOAuth

/// The line of refresh tokens that descends from one authorization, in the strict profile: each is good for one
/// redemption, and whoever presents one that was used shows that two hold it, which ends the line (RFC 9700 section
/// 4.14.2).
///
/// One exception: a client that never got the answer may ask once more within 30 s. It is recognised by this, that
/// nobody has used the successor; that one is revoked then, since it may have reached somebody else.
enum RefreshLine {
    static func redeem(
        _ record: RefreshTokenGrant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        guard let redeemedAt = record.redeemedAt else {
            try transaction.markRefreshTokenRedeemed(hash: record.tokenHash, at: context.now)
            return
        }
        let successors = try transaction.refreshTokens(grantID: record.access.grantID)
            .filter { $0.parentHash == record.tokenHash }
        guard context.now - redeemedAt <= context.configuration.refreshTokenGrace, successors.count == 1,
            let successor = successors.first, successor.redeemedAt == nil, successor.revokedAt == nil
        else {
            try transaction.revokeRefreshTokens(grantID: record.access.grantID, at: context.now)
            throw OAuthError(50173, ["issued": String(record.issuedAt), "valid_from": String(context.now)])
        }
        try transaction.revokeRefreshToken(hash: successor.tokenHash, at: context.now)
    }
}
