import KeyfobOAuth

/// The line of refresh tokens that descends from one authorization, in the strict profile: each is good for one
/// redemption, and whoever presents one that was used shows that two hold it, which ends the line (RFC 9700 section
/// 4.14.2).
///
/// One exception: a client that never got the answer may ask once more within 30 s. It is recognised by this, that
/// nobody has used the successor; that one is revoked then, since it may have reached somebody else.
enum RefreshLine {
    /// Looks whether a token may be redeemed, and ends its line if that shows that two hold it.
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

    /// Uses a token up, in the same transaction in which ``check(_:_:_:)`` has looked at it: of two that redeem it at once
    /// the second finds it used. The faithful profile, where it stays good, notes the day.
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
            // The 30 s are counted from the first time, and one answer may be lost in them.
            let lost = try unusedSuccessor(of: record, transaction)
            if let lost { try transaction.revokeRefreshToken(hash: lost.tokenHash, at: context.now) }
            return
        }
        try transaction.markRefreshTokenRedeemed(hash: record.tokenHash, at: context.now)
    }

    /// The only successor, if nobody has used it.
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
