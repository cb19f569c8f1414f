import KeyfobCore
import KeyfobOAuth

/// A token request, its client and tenant known.
struct GrantRequest: Sendable {
    let request: TokenRequest
    let client: Application
    let segment: TenantSegment
    let asked: ScopesAsked
    let claims: RequestedClaims
    /// The key that the access token is bound to, if any.
    let confirmation: ConfirmationKey?
    /// Whether the tenant's policies are judged now: not where a primary refresh token is issued, which opens no API;
    /// they are at each of its uses.
    var judgesPolicies = true
    /// The assertion that is redeemed, if one is, read and verified.
    var assertion: SAMLAssertionRedemption?

    /// Redeems the grant: whose access it is.
    func redeem(_ context: RequestContext, _ transaction: any IdPTransaction) throws -> RedeemedGrant {
        switch request.grant {
        case .authorizationCode(let code, let redirectURI, let verifier):
            try CodeGrant(code: code, redirectURI: redirectURI, verifier: verifier).redeem(self, context, transaction)
        case .refreshToken(let token): try RefreshGrant(token: token).redeem(self, context, transaction)
        case .deviceCode(let code): try DeviceGrant(code: code).redeem(self, context, transaction)
        case .samlAssertion:
            if let assertion {
                try assertion.redeem(self, context, transaction)
            } else {
                throw OAuthError.missing("assertion")
            }
        }
    }
}

/// A grant that was redeemed.
struct RedeemedGrant: Sendable {
    var access: AuthorizedAccess
    /// The nonce for the id token.
    var nonce: String?
    /// What the authorization request asked for of the tokens.
    var claims = RequestedClaims()
    /// The refresh token that was redeemed.
    var parent: RefreshTokenGrant?
    /// What is good for one redemption and is no token of ours.
    var once: SingleUse?
    /// Whether scopes that lack consent are left out (the person has just declined them) instead of refused.
    var leavesOutDeclined: Bool
    let event: SignInEvent
}
