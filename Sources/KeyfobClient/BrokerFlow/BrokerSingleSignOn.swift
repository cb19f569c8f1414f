import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// Requests tokens from the single sign-on extension.
struct BrokerSingleSignOn: ClientPart {
    let context: ClientContext
    let routing: BrokerRouting
    let intake: BrokerResultHandler

    /// The values that silent and interactive requests for tokens share.
    func singleSignOnRequest(
        scopes: ScopeSet, at authority: Authority, account: Account?, claims: ClaimsRequest?, key: ProofKey?
    ) -> SingleSignOnTokenRequest {
        var request = SingleSignOnTokenRequest(
            authority: authority, clientID: configuration.clientID, redirectURI: configuration.redirectURI.value,
            scopes: scopes)
        request.user = BrokerUser(homeAccountID: account?.knownIdentifier, username: account?.username)
        request.claims = claims.flatMap { $0.isEmpty ? nil : $0.description }
        request.capabilities = configuration.capabilities
        request.intune = environment.broker?.intune ?? IntuneContext()
        request.binding = key.map(BrokerTokenBinding.init)
        request.homeTenantID = account?.tenantProfiles.first { $0.isHomeTenant }?.tenantID
        request.sentOn = environment.clock.unixSeconds
        request.asking.isInstanceAware = configuration.multipleCloudsSupported
        return request
    }

    /// Requests tokens from the single sign-on extension.
    ///
    /// - Returns: nil if it does not handle the request.
    func tokens(
        _ content: SingleSignOnRequest.Content, _ facts: BrokerRequestFacts
    ) async throws(AuthError) -> TokenResult? {
        guard let access = environment.broker else { return nil }
        var request = SingleSignOnRequest(content, correlationID: facts.correlationID, app: access.app)
        request.key = try? access.brokerKey(random: environment.random)
        switch await access.ask(request, at: facts.authority) {
        case .notHandled: return nil
        case .failure(let error): throw error
        case .reply(let reply):
            guard case .tokens(let answer) = reply.content else { throw BrokerExchangeError.unknown.authError }
            return try await intake.take(answer, facts)
        }
    }

    /// Gets a token without a page.
    ///
    /// - Returns: nil if the extension is not the first step of the route, or does not handle the request.
    func silentToken(
        _ parameters: SilentParameters, at authority: Authority, _ correlationID: String
    ) async throws(AuthError) -> TokenResult? {
        let route = try await routing.brokerRoute(parameters.brokerUse, at: authority, mayInteract: false)
        guard route.steps.first == .singleSignOn else { return nil }
        var request = singleSignOnRequest(
            scopes: parameters.scopes, at: authority, account: parameters.account, claims: parameters.claims,
            key: parameters.proofKey)
        request.forcesRefresh = parameters.forceRefresh
        request.asking.extraParameters = parameters.extraQueryParameters
        var facts = BrokerRequestFacts(
            authority: authority, scopes: parameters.scopes, correlationID: correlationID, account: parameters.account)
        facts.keyID = parameters.proofKey?.id
        facts.isInteractive = false
        facts.isInstanceAware = configuration.multipleCloudsSupported
        return try await tokens(.refresh(request), facts)
    }
}

extension BrokerTokenBinding {
    init(_ key: ProofKey) {
        let parameters = key.binding.parameters
        self.init(
            tokenType: "Pop", confirmation: parameters["req_cnf"], keyID: key.id)
    }
}
