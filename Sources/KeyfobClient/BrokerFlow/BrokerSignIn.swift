import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup

/// Signs a user in with a broker.
struct BrokerSignIn: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let routing: BrokerRouting
    let singleSignOn: BrokerSingleSignOn
    let intake: BrokerResultHandler

    /// Gets a token from a broker, before the app signs the user in itself: from the single sign-on extension, then by
    /// the broker's URL.
    ///
    /// - Returns: nil if the app signs the user in itself.
    func tokenFromBroker(
        _ parameters: InteractiveParameters, _ key: ProofKey?, _ correlationID: String
    ) async throws(AuthError) -> TokenResult? {
        let authority = parameters.authority ?? configuration.authority
        let route = try await routing.brokerRoute(parameters.brokerUse, at: authority, mayInteract: true)
        log(.verbose, "Order: \(route.summary)", correlationID: correlationID)
        guard route.asksBroker else { return nil }
        try ScopeRules.check(parameters.scopes)
        try ScopeRules.check(parameters.extraScopesToConsent)
        try parameters.checkExtraParameters()
        do throws(AuthError) {
            for step in route.steps {
                switch step {
                case .singleSignOn:
                    if let result = try await login(parameters, at: authority, key, correlationID) { return result }
                case .url:
                    let result = try await tokenByURL(parameters, at: authority, key: key, correlationID: correlationID)
                    if let result { return result }
                case .local: return nil
                }
            }
            return nil
        } catch {
            throw error.namingCertificateRedirect(
                of: configuration.redirectURI.value, dialect: .msal, facts: environment.broker?.facts)
        }
    }

    private func login(
        _ parameters: InteractiveParameters, at authority: Authority, _ key: ProofKey?, _ correlationID: String
    ) async throws(AuthError) -> TokenResult? {
        var request = singleSignOn.singleSignOnRequest(
            scopes: parameters.scopes, at: authority, account: parameters.account, claims: parameters.claims, key: key)
        if parameters.account == nil { request.user.loginHint = parameters.loginHint }
        request.asking = try asking(parameters)
        var facts = BrokerRequestFacts(
            authority: authority, scopes: parameters.scopes, correlationID: correlationID, account: parameters.account)
        facts.isInstanceAware = configuration.multipleCloudsSupported
        facts.keyID = key?.id
        await parameters.hooks?.willPresent?()
        let outcome: Result<TokenResult?, AuthError>
        do throws(AuthError) {
            outcome = .success(try await singleSignOn.tokens(.login(request), facts))
        } catch {
            outcome = .failure(error)
        }
        await parameters.hooks?.didDismiss?()
        return try outcome.get()
    }
}
