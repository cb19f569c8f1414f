import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// How a user is proved to get a primary refresh token, looked at as far as it can be outside a transaction.
enum UserProof: Sendable {
    /// A password, compared already.
    case password(TypedPassword)
    /// A refresh token of the broker's own.
    case refreshToken(Secret<String>)

    /// - Throws: ``OAuthError`` 70003 for a kind of proof that is not taken.
    static func verified(
        _ proof: PRTIssueRequest.UserProof, device: RegisteredDevice, _ context: RequestContext
    ) async throws -> UserProof {
        switch proof {
        case .refreshToken(let token): return .refreshToken(token)
        case .assertion:
            throw OAuthError(
                70003, ["grant_type": DeviceDialect.signedRequestGrant], detail: "no keys of users are kept here")
        case .password(let username, let password):
            // The same lock as on the sign-in page: a device is a place of its own.
            let place = TokenHash.of("device|\(device.id)")
            return .password(try await TypedPassword(password, of: username, at: place, context))
        }
    }

    /// Whose access it is.
    func redeem(
        _ grant: GrantRequest, _ tenant: Tenant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        switch self {
        case .refreshToken(let token):
            let source = try RefreshGrant(token: token).redeem(grant, context, transaction)
            guard source.access.tenantID == tenant.id,
                try transaction.user(objectID: source.access.userID)?.tenantID == tenant.id
            else { throw OAuthError(70000, ["detail": "the device belongs to another tenant than the user"]) }
            return source
        case .password(let typed):
            let user = try typed.judge(context, in: transaction) { event, user, number in
                context.entry(event, user: user, errorCode: number)
            } unless: { user in
                user.isEnabled ? nil : OAuthError(50057)
            }.get()
            guard user.tenantID == tenant.id else { throw OAuthError(50126) }
            let access = AuthorizedAccess(
                grantID: context.random.uuid(), clientID: grant.client.appID, userID: user.objectID,
                tenantID: tenant.id, scopes: ["openid", "profile", "offline_access"], authenticatedAt: context.now,
                epoch: user.revocationEpoch, sessionID: context.random.uuid())
            return RedeemedGrant(access: access, leavesOutDeclined: false, event: .primaryTokenIssued)
        }
    }
}
