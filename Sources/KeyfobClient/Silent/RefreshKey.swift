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
    /// The key that the token is to be bound to; nil for a bearer token.
    let binding: String?
    /// What else the app sends along.
    let extraParameters: [String: String]
    /// Whether a broker is asked first; nil for what the configuration says.
    let brokerUse: BrokerUse?
    /// Whether the store's refresh token serves where the broker fails.
    let usesStoreAfterBroker: Bool

    /// The key of a call.
    init(_ parameters: SilentParameters, _ authority: Authority) {
        homeAccountID = parameters.account.lookupName
        self.authority = authority
        scopes = parameters.scopes
        claims = parameters.asksNoClaims ? nil : parameters.claims
        isForced = parameters.forceRefresh
        binding = parameters.proofKey?.id
        extraParameters = parameters.extraQueryParameters
        brokerUse = parameters.brokerUse
        usesStoreAfterBroker = parameters.usesStoreAfterBroker
    }
}
