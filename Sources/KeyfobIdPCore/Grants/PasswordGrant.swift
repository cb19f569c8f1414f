import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `grant_type=password` (RFC 6749 section 4.3), for work accounts. It shows no page, so that a user who has to do more
/// than enter a password cannot use it.
struct PasswordGrant {
    let typed: TypedPassword

    /// Compares a password by the rule of the sign-in page.
    ///
    /// - Throws: ``OAuthError`` 9001023 where personal accounts could sign in, 70003 at a policy.
    static func compare(
        _ password: Secret<String>, of username: String, at segment: TenantSegment, _ context: RequestContext
    ) async throws -> TypedPassword {
        switch segment {
        case .any("organizations"): break
        case .any(let name): throw OAuthError(9_001_023, ["tenant": name])
        case .one(let tenant):
            guard tenant.kind != .personal else { throw OAuthError(9_001_023, ["tenant": "consumers"]) }
            guard tenant.kind == .organization else {
                throw OAuthError(70003, ["grant_type": "password"], detail: "this kind of tenant has no such grant")
            }
        case .policy: throw OAuthError(70003, ["grant_type": "password"], detail: "policies have no passwords here")
        }
        // The network is the only thing by which two callers differ: it counts as a place for the lock.
        let place = TokenHash.of("password grant|\(context.network ?? "")")
        return try await TypedPassword(password, of: username, at: place, context)
    }

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        let user = try typed.verify(context, in: transaction) { event, user, number in
            context.entry(event, clientID: grant.client.appID, user: user, errorCode: number)
        } unless: { user in
            try refusal(user, grant, context, transaction)
        }.get()
        let access = AuthorizedAccess(
            grantID: context.random.uuid(), clientID: grant.client.appID, userID: user.objectID,
            tenantID: grant.segment.tenant?.id ?? user.tenantID, scopes: grant.request.scopes.values,
            resource: context.dialect == .v1 ? grant.request.resource : nil, authenticatedAt: context.now,
            epoch: user.revocationEpoch, evidence: .password)
        return RedeemedGrant(access: access, leavesOutDeclined: false, event: .tokensIssued)
    }

    /// The error for a user whose password is right, but who may not use the grant here; nil if there is none.
    private func refusal(
        _ user: User, _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> OAuthError? {
        if !user.isEnabled { return OAuthError(50057) }
        if user.mustChangePassword == true { return OAuthError(50055) }
        // A personal account has no password in a directory, not even where it is a guest.
        if context.directory.tenant(user.tenantID)?.kind == .personal {
            return OAuthError(50034, ["user": user.userPrincipalName, "tenant": grant.segment.key])
        }
        do {
            try GrantAudience.check(user, client: grant.client, grant.segment, context, transaction)
        } catch let error as OAuthError {
            return error
        }
        return nil
    }
}
