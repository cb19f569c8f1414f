import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension PublicClientApplication {
    /// Gets a token from a broker, before the app signs the user in itself: from the single sign-on extension, then by
    /// the broker's URL.
    ///
    /// - Returns: nil if the app signs the user in itself.
    func tokenFromBroker(
        _ parameters: InteractiveParameters, _ key: ProofKey?, _ correlationID: String
    ) async throws(AuthError) -> TokenResult? {
        let authority = parameters.authority ?? configuration.authority
        let route = try await brokerRoute(parameters.brokerUse, at: authority, mayAskPerson: true)
        log(.verbose, "Order: \(route.summary)", correlationID: correlationID)
        guard route.asksBroker else { return nil }
        try ScopeRules.check(parameters.scopes)
        try ScopeRules.check(parameters.extraScopesToConsent)
        try checkExtraParameters(parameters)
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
        var request = singleSignOnRequest(
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
            outcome = .success(try await tokens(.login(request), facts))
        } catch {
            outcome = .failure(error)
        }
        await parameters.hooks?.didDismiss?()
        return try outcome.get()
    }
}

extension BrokerRoute {
    /// The steps and reasons, for the log.
    var summary: String {
        let steps = steps.map(\.rawValue).joined(separator: ", ")
        return "\(steps); \(reasons.map(\.sentence).joined(separator: " "))"
    }
}
