/// An issued authorization code (RFC 6749 section 4.1.2).
package struct AuthorizationCodeGrant: Sendable, Hashable, Codable {
    /// SHA-256 of the code: the key.
    package var codeHash: [UInt8]
    /// The access that it gives.
    package var access: AuthorizedAccess
    /// The tenant segment at which it was issued, the only one at which it can be redeemed.
    package var tenantSegment: String
    /// `code_challenge` (RFC 7636 section 4.3)
    package var codeChallenge: String?
    /// `code_challenge_method`
    package var codeChallengeMethod: String?
    /// The nonce that the id token repeats.
    package var nonce: String?
    /// Whether the request named its redirect URI, instead of using the registered one.
    package var namesRedirectURI: Bool?
    /// The request's `claims`, which the tokens of the code follow too.
    package var claims: String?
    /// The time of issue (Unix seconds).
    package var issuedAt: Int64
    /// The time until which it can be redeemed.
    package var expiresAt: Int64
    /// The time of redemption.
    package var redeemedAt: Int64?

    /// Makes a code's record.
    package init(
        codeHash: [UInt8], access: AuthorizedAccess, tenantSegment: String, codeChallenge: String?,
        codeChallengeMethod: String?, nonce: String?, claims: String? = nil, issuedAt: Int64, expiresAt: Int64,
        redeemedAt: Int64? = nil, namesRedirectURI: Bool? = nil
    ) {
        self.codeHash = codeHash
        self.access = access
        self.tenantSegment = tenantSegment
        self.codeChallenge = codeChallenge
        self.codeChallengeMethod = codeChallengeMethod
        self.nonce = nonce
        self.claims = claims
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.redeemedAt = redeemedAt
        self.namesRedirectURI = namesRedirectURI
    }
}
