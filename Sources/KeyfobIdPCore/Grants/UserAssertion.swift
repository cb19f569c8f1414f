import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// A user's access token that an API received, and exchanges for one for another API on behalf of the user
/// (`requested_token_use=on_behalf_of`). It is not used up: an API exchanges the same token for several others.
struct UserAssertion: Sendable {
    private let claims: [String: JSONValue]
    private let tenant: Tenant
    private let signIn: TokenOrigin.SignIn

    /// Verifies an access token.
    ///
    /// - Throws: ``OAuthError`` 50027 if it is no JWT, 50013 if it is not a user's access token of this provider and
    ///   tenant, 500131 if it is bound to another API than the client, 500133 if it has expired.
    init(_ token: Secret<String>, for grant: GrantRequest, _ context: RequestContext) throws(OAuthError) {
        if context.dialect == .v1, grant.request.resource == nil {
            throw OAuthError(90014, ["parameter": "resource"])
        }
        if context.dialect == .v2, grant.request.scopes.isEmpty { throw OAuthError.missing("scope") }
        guard let jws = try? JWS(compact: token.reveal()),
            let claims = (try? JSONValue(parsing: jws.payload))?.objectValue
        else { throw OAuthError(50027, ["detail": "the assertion cannot be read"]) }
        guard let key = jws.keyID.flatMap(context.directory.keys.key),
            (try? jws.verify(with: key.publicJWK, algorithm: key.algorithm)) != nil
        else { throw OAuthError(50013, ["detail": "its signature is not valid"]) }
        let origin = TokenOrigin(claims, in: context.directory)
        // A token without an origin is refused below in any case: its audience only decides as what.
        let isForClient =
            origin.map { $0.isBound(to: grant.client) }
            ?? (context.directory.api(claims["aud"]?.stringValue ?? "")?.appID == grant.client.appID)
        guard isForClient else { throw OAuthError(500131, ["app": grant.client.appID]) }
        guard let end = claims["exp"]?.integerValue, end > context.now else { throw OAuthError(500133) }
        guard let start = claims["nbf"]?.integerValue, start <= context.now + 300 else {
            throw OAuthError(50013, ["detail": "it is not valid yet"])
        }
        // An id token has the same audience, and an app's own token has no user.
        guard claims["scp"] != nil, let id = claims["tid"]?.stringValue, let tenant = context.directory.tenant(id)
        else {
            throw OAuthError(50013, ["detail": "it is not the access token of a user"])
        }
        // Without it nothing says which methods and which device the policies have to be evaluated with.
        guard let signIn = origin?.signIn else {
            throw OAuthError(50013, ["detail": "it does not say how its user signed in"])
        }
        switch grant.segment {
        case .one(let named) where named.id == tenant.id: break
        case .any: break
        case .one, .policy: throw OAuthError(50013, ["detail": "it was issued by another tenant"])
        }
        self.claims = claims
        self.tenant = tenant
        self.signIn = signIn
    }

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        guard let user = try transaction.user(objectID: claims["oid"]?.stringValue ?? ""),
            user.tenantID == tenant.id, let home = try transaction.user(objectID: user.signInID)
        else { throw OAuthError(50034, ["user": claims["oid"]?.stringValue ?? "", "tenant": tenant.id]) }
        if try GrantTree.isRevoked(signIn.grantID, in: transaction) {
            throw OAuthError(50173, ["issued": String(signIn.authenticatedAt), "valid_from": String(context.now)])
        }
        // The token shows the revocation epoch under which it was issued.
        let mark = RevocationEpochClaim.of(user, epoch: home.revocationEpoch, in: context.directory)
        let isCurrent = claims["aio"]?.stringValue == mark
        let access = AuthorizedAccess(
            grantID: GrantTree.child(of: signIn.grantID, random: context.random), clientID: grant.client.appID,
            userID: home.objectID, tenantID: tenant.id, scopes: grant.request.scopes.values,
            resource: context.dialect == .v1 ? grant.request.resource : nil, authenticatedAt: signIn.authenticatedAt,
            epoch: isCurrent ? home.revocationEpoch : home.revocationEpoch - 1, sessionID: signIn.sessionID,
            contexts: signIn.contexts, evidence: signIn.evidence)
        return RedeemedGrant(access: access, leavesOutDeclined: false, event: .tokensIssued)
    }
}
