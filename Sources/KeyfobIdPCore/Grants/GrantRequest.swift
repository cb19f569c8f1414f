import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// A token request with its client and tenant. A reference, because copies of so many members take longer than what
/// most grants do with them.
final class GrantRequest: Sendable {
    let request: TokenRequest
    let client: Application
    /// How the client has authenticated.
    let authentication: ClientAuthentication
    let segment: TenantSegment
    let asked: ScopesAsked
    let claims: RequestedClaims
    /// The key that the access token is bound to, if any.
    let confirmation: ConfirmationKey?
    /// The SAML assertion of the grant, if there is one, parsed and verified.
    let assertion: SAMLAssertionRedemption?
    /// Whether the portal redeems the grant, and not a client at the token endpoint.
    let isOfPortal: Bool

    init(
        request: TokenRequest, client: Application, authentication: ClientAuthentication, segment: TenantSegment,
        asked: ScopesAsked, claims: RequestedClaims, confirmation: ConfirmationKey?,
        assertion: SAMLAssertionRedemption?, isOfPortal: Bool
    ) {
        self.request = request
        self.client = client
        self.authentication = authentication
        self.segment = segment
        self.asked = asked
        self.claims = claims
        self.confirmation = confirmation
        self.assertion = assertion
        self.isOfPortal = isOfPortal
    }

    /// Redeems the grant; returns the access that it gives.
    ///
    /// - Parameter identified: the user of a grant that names its user itself: ``identifiedUser(_:)``.
    func redeem(
        by identified: IdentifiedUser? = nil, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> RedeemedGrant {
        switch request.grant {
        case .authorizationCode(let code, let redirectURI, let verifier):
            try CodeGrant(code: code, redirectURI: redirectURI, verifier: verifier).redeem(self, context, transaction)
        case .refreshToken(let token):
            try RefreshGrant(token: token, authentication: authentication)
                .redeem(by: client, at: segment, context, transaction)
        case .deviceCode(let code): try DeviceGrant(code: code).redeem(self, context, transaction)
        case .samlAssertion:
            if let assertion {
                try assertion.redeem(self, context, transaction)
            } else {
                throw OAuthError.missing("assertion")
            }
        case .onBehalfOf, .password:
            if let identified {
                try identified.redeem(self, context, transaction)
            } else {
                throw OAuthError.missing("assertion")
            }
        // Its tokens have no user: ``ClientCredentialsGrant`` issues them.
        case .clientCredentials: throw OAuthError(70003, ["grant_type": request.grant.name])
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
    /// When the refresh tokens of a single-page app expire (Unix seconds), however often they are used; nil for others.
    var refreshTokenEnd: Int64?
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
