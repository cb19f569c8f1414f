import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// A token request with its client and tenant.
struct GrantRequest: Sendable {
    let request: TokenRequest
    let client: Application
    let segment: TenantSegment
    let asked: ScopesAsked
    let claims: RequestedClaims
    /// The key that the access token is bound to, if any.
    let confirmation: ConfirmationKey?
    /// The SAML assertion of the grant, if there is one, parsed and verified.
    var assertion: SAMLAssertionRedemption?

    /// Redeems the grant; returns the access that it gives.
    func redeem(_ context: RequestContext, _ transaction: any IdPTransaction) throws -> RedeemedGrant {
        switch request.grant {
        case .authorizationCode(let code, let redirectURI, let verifier):
            try CodeGrant(code: code, redirectURI: redirectURI, verifier: verifier).redeem(self, context, transaction)
        case .refreshToken(let token):
            try RefreshGrant(token: token).redeem(by: client, at: segment, context, transaction)
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

/// A redeemed grant.
struct RedeemedGrant: Sendable {
    var access: AuthorizedAccess
    /// The nonce for the id token.
    var nonce: String?
    /// The claims that the authorization request contained.
    var claims = RequestedClaims()
    /// The refresh token that was redeemed.
    var parent: RefreshTokenGrant?
    /// The single-use value of the grant, if it is not a token of this provider.
    var once: SingleUse?
    /// Whether scopes that lack consent are left out (the user has just declined them) instead of refused.
    var leavesOutDeclined: Bool
    let event: SignInEvent

    /// Marks the redeemed refresh token as used, after all other checks: a request that was refused for a reason that
    /// can be fixed does not use it up.
    func spend(_ context: RequestContext, _ transaction: any IdPTransaction) throws {
        if let parent { try RefreshTokenRotation.spend(parent, context, transaction) }
        if let once { _ = try transaction.spendNonce(hash: once.hash, until: once.end) }
    }
}

/// A value from outside that can be used once, such as an assertion.
struct SingleUse: Sendable {
    /// The hash that is stored.
    let hash: [UInt8]
    /// The time (Unix seconds) until which it is stored; later the value is no longer valid anyway.
    let end: Int64

    init(_ name: String, until end: Int64) {
        hash = Digest.sha256(Array(name.utf8))
        self.end = end
    }
}
