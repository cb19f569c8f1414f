import KeyfobCore

/// What makes two silent calls that need the server equal: they may share one answer.
struct RefreshKey: Hashable, Sendable {
    /// The account, in lower case: its identifier, or its name while it has none.
    let homeAccountID: String
    /// Where, the tenant resolved.
    let authority: Authority
    /// What for.
    let scopes: ScopeSet
    /// With which claims.
    let claims: ClaimsRequest?
    /// Whether a token that is in the store already will not do.
    let isForced: Bool
}
