import KeyfobBrokerClient
import KeyfobCore

/// The values by which two silent calls that send a request are equal, so that they share one response.
struct RefreshKey: Hashable, Sendable {
    /// The account, in lower case: its identifier, or its name while it has none.
    let homeAccountID: String
    /// The authority, with the tenant resolved.
    let authority: Authority
    /// The requested scopes.
    let scopes: ScopeSet
    /// The requested claims.
    let claims: ClaimsRequest?
    /// Whether a stored token must not be returned.
    let isForced: Bool
    /// The key that the token is bound to; nil for a bearer token.
    let binding: String?
    /// The app's further parameters.
    let extraParameters: [String: String]
    /// Whether a broker is asked first; nil for the configuration's setting.
    let brokerUse: BrokerUse?
    /// Whether the stored refresh token is redeemed if the broker fails.
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
