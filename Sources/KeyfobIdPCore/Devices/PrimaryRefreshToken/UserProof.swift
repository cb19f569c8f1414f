import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// The proof of the user for a primary refresh token, verified as far as possible outside a transaction.
enum UserProof: Sendable {
    /// A password, already compared.
    case password(TypedPassword)
    /// A refresh token of the broker.
    case refreshToken(Secret<String>)

    /// Verifies a proof.
    ///
    /// - Throws: ``OAuthError`` 70003 for a kind of proof that is not supported.
    static func verified(
        _ proof: PRTIssueRequest.UserProof, device: RegisteredDevice, _ context: RequestContext
    ) async throws -> UserProof {
        switch proof {
        case .refreshToken(let token): return .refreshToken(token)
        case .assertion:
            throw OAuthError(
                70003, ["grant_type": DeviceDialect.signedRequestGrant], detail: "keys of users are not supported here")
        case .password(let username, let password):
            // The same lock as on the sign-in page: a device counts as a separate place.
            let place = TokenHash.of("device|\(device.id)")
            return .password(try await TypedPassword(password, of: username, at: place, context))
        }
    }

    /// Redeems the proof; returns the access of its user.
    func redeem(
        by client: Application, in tenant: Tenant, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        switch self {
        case .refreshToken(let token):
            let source = try RefreshGrant(token: token).redeem(
                by: client, at: .one(tenant), context, transaction)
            guard source.access.tenantID == tenant.id,
                try transaction.user(objectID: source.access.userID)?.tenantID == tenant.id
            else { throw OAuthError(70000, ["detail": "the device belongs to another tenant than the user"]) }
            return source
        case .password(let typed):
            let user = try typed.verify(context, in: transaction) { event, user, number in
                context.entry(event, user: user, errorCode: number)
            } unless: { user in
                user.isEnabled ? user.mustChangePassword == true ? OAuthError(50055) : nil : OAuthError(50057)
            }.get()
            guard user.tenantID == tenant.id else { throw OAuthError(50126) }
            let access = AuthorizedAccess(
                grantID: context.random.uuid(), clientID: client.appID, userID: user.objectID,
                tenantID: tenant.id, scopes: ["openid", "profile", "offline_access"], authenticatedAt: context.now,
                epoch: user.revocationEpoch, sessionID: context.random.uuid(),
                evidence: .password)
            return RedeemedGrant(access: access, leavesOutDeclined: false, event: .primaryTokenIssued)
        }
    }
}
