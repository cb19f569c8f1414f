package import Foundation

/// The values that a client expects in an ID token.
package struct IDTokenExpectations: Sendable, Hashable {
    /// `iss`, exactly as in the provider's metadata. `{tenantid}` in it is replaced with the token's `tid`, as for
    /// `common` and `organizations`.
    package var issuer: String
    /// `aud`: the client id.
    package var audience: String
    /// `nonce`, if the authorization request had one.
    package var nonce: String?
    /// `tid`, if only one tenant's users are expected.
    package var tenantID: String?
    /// The current time.
    package var now: Date
    /// The permitted difference between the two clocks, in seconds.
    package var leeway: Double
    /// Whether a token for several audiences must have `azp`.
    package var requiresAuthorizedParty = true
    /// Whether `exp` must be in the future. False for a token that another party stored before handing it over: the
    /// user's identity does not expire with the ID token.
    package var isUnexpired = true

    /// Makes expectations.
    package init(
        issuer: String, audience: String, nonce: String? = nil, tenantID: String? = nil, now: Date,
        leeway: Double = 300
    ) {
        self.issuer = issuer
        self.audience = audience
        self.nonce = nonce
        self.tenantID = tenantID
        self.now = now
        self.leeway = leeway
    }
}
