import KeyfobIdPModel
import KeyfobOAuth

/// The chain of refresh tokens that descends from one authorization, in the strict profile: each can be redeemed once,
/// and a second redemption shows that two clients hold the token, which revokes the chain (RFC 9700 section 4.14.2).
///
/// One exception: a client that never got the response may try once more within 30 s. The successor is unused in that
/// case; it is revoked, since an attacker may have it.
enum RefreshTokenRotation {
    /// Checks whether a token may be redeemed, and revokes its chain if it was redeemed before.
    ///
    /// - Throws: ``OAuthError`` 50173 if it was redeemed before.
    static func check(
        _ record: RefreshTokenGrant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        guard context.configuration.profile == .strict, let redeemedAt = record.redeemedAt else { return }
        guard context.now - redeemedAt <= context.configuration.refreshTokenGrace,
            try unusedSuccessor(of: record, transaction) != nil
        else {
            try GrantTree.revoke(record.access.grantID, context, transaction)
            throw OAuthError(50173, ["issued": String(record.issuedAt), "valid_from": String(context.now)])
        }
    }

    /// Marks a token as redeemed, in the transaction in which ``check(_:_:_:)`` has checked it: of two simultaneous
    /// redemptions the second finds it redeemed. In the faithful profile, where it stays valid, records the day.
    static func spend(
        _ record: RefreshTokenGrant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws {
        guard context.configuration.profile == .strict else {
            if context.now - record.lastUsedAt > 86400 {
                try transaction.touchRefreshToken(hash: record.tokenHash, at: context.now)
            }
            return
        }
        guard record.redeemedAt == nil else {
            // The 30 s are counted from the first redemption, and one response may be lost in them.
            let lost = try unusedSuccessor(of: record, transaction)
            if let lost { try transaction.revokeRefreshToken(hash: lost.tokenHash, at: context.now) }
            return
        }
        try transaction.markRefreshTokenRedeemed(hash: record.tokenHash, at: context.now)
    }

    /// The only successor, if it is unused.
    private static func unusedSuccessor(
        of record: RefreshTokenGrant, _ transaction: any IdPTransaction
    ) throws -> RefreshTokenGrant? {
        let successors = try transaction.refreshTokens(grantID: record.access.grantID)
            .filter { $0.parentHash == record.tokenHash }
        guard successors.count == 1, let successor = successors.first, successor.redeemedAt == nil,
            successor.revokedAt == nil
        else { return nil }
        return successor
    }
}
