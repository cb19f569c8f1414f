import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension BrokerSignIn {
    /// Opens the broker by a URL, and waits for its response.
    ///
    /// The request is stored before the URL is opened, because the system may end the app while the broker is in front.
    ///
    /// - Returns: nil if the broker could not be opened.
    /// - Throws: `AuthError`: `brokerFailed` with a ``BrokerExchangeError`` as its cause, `canceled`, or as
    ///   ``take(_:_:)``.
    func tokenByURL(
        _ parameters: InteractiveParameters, at authority: Authority, key: ProofKey?, correlationID: String
    ) async throws(AuthError) -> TokenResult? {
        guard let access = environment.broker else { return nil }
        let request = try brokerRequest(parameters, at: authority, key, correlationID, access)
        let state: BrokerResumeState
        do throws(BrokerExchangeError) {
            state = try resumeState(request, of: parameters.account)
        } catch {
            throw error.authError
        }
        await parameters.hooks?.willPresent?()
        let outcome = await access.send(request, state)
        await parameters.hooks?.didDismiss?()
        switch outcome {
        case .notOpened: return nil
        case .failure(let error): throw error
        case .reply(let url):
            let reply = try access.open(
                url, state,
                unstored: { self.log(.warning, "\(euii: $0.message)", correlationID: correlationID) })
            var facts = BrokerRequestFacts(state)
            facts.account = parameters.account
            return try await intake.take(reply, facts)
        }
    }

    /// The values of a request that are stored until its response arrives, possibly in the app's next run.
    ///
    /// - Parameter account: the requested account; nil if any user may sign in.
    func resumeState(_ request: BrokerRequest, of account: Account?) throws(BrokerExchangeError) -> BrokerResumeState {
        var state = try BrokerResumeState(request, keychainGroup: configuration.accessGroup.name)
        let profile = account?.tenantProfiles.first
        state.tenantID = profile?.tenantID
        state.objectID = profile?.identifier
        state.sentOn = environment.clock.unixSeconds
        return state
    }

    func brokerRequest(
        _ parameters: InteractiveParameters, at authority: Authority, _ key: ProofKey?, _ correlationID: String,
        _ access: BrokerAccess
    ) throws(AuthError) -> BrokerRequest {
        var request = BrokerRequest(
            target: .scopes(parameters.scopes, openID: .reserved), authority: authority,
            clientID: configuration.clientID, redirectURI: configuration.redirectURI.value,
            correlationID: correlationID.uppercased(), key: try access.brokerKey(random: environment.random),
            nonce: environment.random.uuid().uppercased())
        request.applicationToken = access.applicationToken(of: configuration.clientID)
        request.app = access.app
        request.intune = access.intune
        request.user = BrokerUser(
            homeAccountID: parameters.account?.knownIdentifier, username: parameters.account?.username,
            loginHint: parameters.account == nil ? parameters.loginHint : nil)
        request.asking = try asking(parameters)
        request.claims = parameters.claims.flatMap { $0.isEmpty ? nil : $0.description }
        request.capabilities = configuration.capabilities
        request.binding = key.map(BrokerTokenBinding.init)
        return request
    }

    /// The values that control which pages the broker shows.
    func asking(_ parameters: InteractiveParameters) throws(AuthError) -> BrokerPrompt {
        var asking = BrokerPrompt()
        asking.prompt = try clientStore.prompt(parameters)?.rawValue
        asking.extraScopesToConsent = parameters.extraScopesToConsent
        asking.extraParameters = parameters.extraQueryParameters
        asking.extraParameters["domain_hint"] = parameters.domainHint
        asking.extraParameters["pc"] = parameters.preferredAuthMethod?.rawValue
        asking.isInstanceAware = configuration.multipleCloudsSupported
        return asking
    }
}
