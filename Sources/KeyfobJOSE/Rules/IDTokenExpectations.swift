public import Foundation

/// What a client knows about the ID token that it waits for, before it has seen it.
public struct IDTokenExpectations: Sendable, Hashable {
    /// `iss`, exactly as the provider's metadata says it. `{tenantid}` in it stands for the token's own `tid`, as in
    /// the metadata of `common` and `organizations`.
    public var issuer: String
    /// `aud`: the client's own id.
    public var audience: String
    /// `nonce`, if the authorization request had one.
    public var nonce: String?
    /// `tid`, if only one tenant's users are expected.
    public var tenantID: String?
    /// The present moment.
    public var now: Date
    /// How far the two clocks may differ, in seconds.
    public var leeway: Double
    /// Whether `exp` is in the future. Not so for a token that somebody kept before handing it over: who signed in does
    /// not expire with the id token.
    public var isUnexpired = true

    /// Makes expectations.
    public init(
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
