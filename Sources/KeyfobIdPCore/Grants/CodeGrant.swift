import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `grant_type=authorization_code` (RFC 6749 section 4.1.3, RFC 7636 section 4.6). The first redemption uses a code up,
/// successful or not; a second one revokes everything that was issued for the first (RFC 9700 section 2.1.1).
struct CodeGrant {
    let code: Secret<String>
    let redirectURI: String?
    let verifier: Secret<String>?

    func redeem(
        _ grant: GrantRequest, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        let hash = TokenHash.of(code.reveal())
        guard let record = try transaction.consumeAuthorizationCode(hash: hash, at: context.now) else {
            throw OAuthError(9002313)
        }
        let platform = ClientPlatform(of: record.access.redirectURI, at: grant.client, context)
        try platform.check(isPortal: grant.isOfPortal)
        if record.access.clientID == grant.client.appID {
            try platform.check(grant.authentication, of: grant.client)
        }
        guard record.redeemedAt == nil else {
            try GrantTree.revoke(record.access.grantID, context, transaction)
            throw OAuthError(54005, ["app": record.access.clientID])
        }
        guard record.expiresAt >= context.now else { throw OAuthError(70008, ["app": record.access.clientID]) }
        guard record.access.clientID == grant.client.appID else {
            throw OAuthError(70000, ["detail": "the code was issued to another client"])
        }
        guard record.tenantSegment == grant.segment.key else {
            throw OAuthError(700005, ["tenant": grant.segment.key])
        }
        try checkRedirect(record, context)
        try platform.check(context.request)
        if platform == .singlePage, record.codeChallenge == nil || verifier == nil { throw OAuthError(9002325) }
        guard isProven(record) else { throw OAuthError(501481) }
        return RedeemedGrant(
            access: record.access, nonce: record.nonce, claims: try RequestedClaims(record.claims),
            refreshTokenEnd: platform == .singlePage ? context.now + ClientPlatform.singlePageLifetime : nil,
            leavesOutDeclined: true, event: .tokensIssued)
    }

    /// The redirect URI of the authorization request is repeated when the code is redeemed, byte for byte. Entra ID
    /// does not require it.
    private func checkRedirect(_ record: AuthorizationCodeGrant, _ context: RequestContext) throws(OAuthError) {
        guard let redirectURI else {
            if context.configuration.profile == .strict, record.namesRedirectURI == true {
                throw OAuthError.missing("redirect_uri")
            }
            return
        }
        guard record.access.redirectURI?.utf8.elementsEqual(redirectURI.utf8) == true else {
            throw OAuthError(500112, ["redirect_uri": String(redirectURI.prefix(512))])
        }
    }

    /// Whether the client that redeems is the one that requested the code. A verifier without a challenge is refused
    /// too: an attacker may have removed the challenge (RFC 9700 section 2.1.1).
    private func isProven(_ record: AuthorizationCodeGrant) -> Bool {
        guard let challenge = record.codeChallenge else { return verifier == nil }
        guard let verifier, let method = CodeChallengeMethod(rawValue: record.codeChallengeMethod ?? "plain") else {
            return false
        }
        return CodeVerifier.matches(verifier: verifier.reveal(), challenge: challenge, method: method)
    }
}
