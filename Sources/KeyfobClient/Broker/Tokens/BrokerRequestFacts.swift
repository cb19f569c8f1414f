import KeyfobBrokerProtocol
import KeyfobCore

/// What is known of a request when its reply comes, whether over a URL, from the single sign-on extension, or after the app
/// was started anew.
struct BrokerRequestFacts: Sendable {
    var authority: Authority
    var scopes: ScopeSet
    var correlationID: String
    /// The account that was asked for, by its identifier; nil if anybody may sign in.
    var expected: String?
    /// The account that was asked for, as far as it is known; nil if anybody may sign in.
    var account: Account?
    var isInstanceAware = false
    /// The key that tokens are to be bound to.
    var keyID: String?
    /// Whether a person was asked.
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
    /// The account that was asked for, as far as it was kept; nil if anybody may sign in.
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
