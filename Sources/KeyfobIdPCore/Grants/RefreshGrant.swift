import KeyfobCore
import KeyfobOAuth

/// `grant_type=refresh_token` (RFC 6749 section 6). The old token stays valid, as at Entra ID; in the strict profile
/// it is used up, and its second use ends its whole line (RFC 9700 section 4.14.2).
struct RefreshGrant {
    let token: Secret<String>

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        let hash = TokenHash.of(token.reveal())
        guard let record = try transaction.refreshToken(hash: hash) else { throw OAuthError(9002313) }
        guard record.access.clientID == grant.client.appID else {
            throw OAuthError(70000, ["detail": "the refresh token was issued to another client"])
        }
        let access = try IssuingTenant.access(record.access, at: grant.segment, context, transaction)
        guard record.revokedAt == nil else {
            if context.configuration.profile == .strict {
                try transaction.revokeRefreshTokens(grantID: record.access.grantID, at: context.now)
            }
            throw OAuthError(50173, ["issued": String(record.issuedAt), "valid_from": String(record.revokedAt ?? 0)])
        }
        guard context.now - record.lastUsedAt <= context.configuration.refreshTokenInactivity else {
            let days = context.configuration.refreshTokenInactivity / 86400
            throw OAuthError(700082, ["issued": String(record.issuedAt), "days": String(days)])
        }
        if context.configuration.profile == .strict {
            try transaction.revokeRefreshTokens(grantID: record.access.grantID, at: context.now)
        } else if context.now - record.lastUsedAt > 86400 {
            try transaction.touchRefreshToken(hash: hash, at: context.now)
        }
        return RedeemedGrant(
            access: access, nonce: nil, leavesOutDeclined: false, event: .tokensRefreshed)
    }
}
