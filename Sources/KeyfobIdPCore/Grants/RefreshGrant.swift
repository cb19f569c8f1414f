import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `grant_type=refresh_token` (RFC 6749 section 6). The old token stays valid, as at Entra ID; in the strict profile it
/// can be redeemed once (``RefreshTokenRotation``).
struct RefreshGrant {
    let token: Secret<String>
    /// How the client has authenticated.
    var authentication = ClientAuthentication.absent

    func redeem(
        by client: Application, at segment: TenantSegment, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        let hash = TokenHash.of(token.reveal())
        guard let record = try transaction.refreshToken(hash: hash) else { throw OAuthError(9002313) }
        let owned = try owner(of: record.access, client, context)
        // For a family's token, the registration of the client to which it was issued applies.
        let holder = context.directory.application(record.access.clientID) ?? client
        let platform = ClientPlatform(of: record.access.redirectURI, at: holder, context)
        try platform.check(isPortal: false)
        try platform.check(authentication, of: client)
        let access = try IssuingTenant.access(owned, at: segment, context, transaction)
        guard record.revokedAt == nil else {
            if context.configuration.profile == .strict {
                try GrantTree.revoke(record.access.grantID, context, transaction)
            }
            throw OAuthError(50173, ["issued": String(record.issuedAt), "valid_from": String(record.revokedAt ?? 0)])
        }
        guard context.now - record.lastUsedAt <= context.configuration.refreshTokenInactivity else {
            let days = context.configuration.refreshTokenInactivity / 86400
            throw OAuthError(700082, ["issued": String(record.issuedAt), "days": String(days)])
        }
        try platform.check(context.request)
        var end: Int64?
        if platform == .singlePage {
            let first = try transaction.refreshTokens(grantID: record.access.grantID).first?.issuedAt
            let last = (first ?? record.issuedAt) + ClientPlatform.singlePageLifetime
            guard context.now <= last else { throw OAuthError(700084) }
            end = last
        }
        try RefreshTokenRotation.check(record, context, transaction)
        return RedeemedGrant(
            access: access, nonce: nil, parent: record, refreshTokenEnd: end, leavesOutDeclined: false,
            event: .tokensRefreshed)
    }

    /// The authorization for the client: its own, or that of another member of its family (`foci`).
    private func owner(
        of access: AuthorizedAccess, _ client: Application, _ context: RequestContext
    ) throws(OAuthError) -> AuthorizedAccess {
        if access.clientID == client.appID { return access }
        let family = context.directory.application(access.clientID)?.familyID
        guard let family, family == client.familyID else {
            // The error shows the client that it is not a member of the family, so that it uses its own token.
            throw OAuthError(
                70000, ["detail": "the refresh token was issued to another client"],
                suberror: family == nil ? nil : "client_mismatch")
        }
        var shared = access
        shared.clientID = client.appID
        shared.redirectURI = nil
        return shared
    }
}
