import KeyfobBrokerProtocol
import KeyfobCore

/// The values of a request that are known when its response arrives, whether over a URL, from the single sign-on
/// extension, or after the app was started again.
struct BrokerRequestFacts: Sendable {
    var authority: Authority
    var scopes: ScopeSet
    var correlationID: String
    /// The identifier of the requested account; nil if any user may sign in.
    var expected: String?
    /// The requested account, as far as it is known; nil if any user may sign in.
    var account: Account?
    var isInstanceAware = false
    /// The key that the tokens are bound to.
    var keyID: String?
    /// Whether the request could show a page.
    var isInteractive = true

    init(authority: Authority, scopes: ScopeSet, correlationID: String, account: Account?) {
        self.authority = authority
        self.scopes = scopes
        self.correlationID = correlationID
        self.account = account
        expected = account?.knownIdentifier
    }

    init(_ state: BrokerResumeState) {
        self.init(
            authority: state.authority, scopes: state.scopes, correlationID: state.correlationID,
            account: state.account)
        isInstanceAware = state.isInstanceAware
        keyID = state.binding?.keyID
    }
}

extension BrokerResumeState {
    /// The requested account, as far as it was stored; nil if any user may sign in.
    fileprivate var account: Account? {
        guard homeAccountID != nil || username != nil || objectID != nil else { return nil }
        let profile = tenantID.flatMap { tenant in
            objectID.map { TenantProfile(identifier: $0, tenantID: tenant, isHomeTenant: false) }
        }
        return Account(
            identifier: homeAccountID ?? "", username: username, environment: authority.environment,
            tenantProfiles: profile.map { [$0] } ?? [])
    }
}
