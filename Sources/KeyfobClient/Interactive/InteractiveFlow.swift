import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Signs a user in with a broker or in the browser.
struct InteractiveFlow: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let accountList: AccountList
    let broker: BrokerSignIn
    let telemetry: CallTelemetry
    let keys: ProofKeys
    let intake: SignInResultHandler

    /// Lets a user sign in and returns a token.
    func acquireToken(_ parameters: InteractiveParameters) async throws(AuthError) -> TokenResult {
        try await telemetry.observed(.interactive, parameters.correlationID) { correlationID throws(AuthError) in
            let key = try await self.keys.proofKey(for: parameters.scheme)
            return try await self.keys.presenting(parameters.scheme, key: key) { () throws(AuthError) in
                if let result = try await self.broker.tokenFromBroker(parameters, key, correlationID) { return result }
                let flow = try await self.signInHere(parameters, key, correlationID)
                return try await self.intake.keep(
                    flow, scopes: parameters.scopes, expected: parameters.account, source: .interactive,
                    requested: parameters.authority ?? self.configuration.authority, key: key)
            }
        }
    }

    private func signInHere(
        _ parameters: InteractiveParameters, _ key: ProofKey?, _ correlationID: String
    ) async throws(AuthError) -> FlowResult {
        do throws(AuthError) {
            return try await telemetry.reporting(.interactive, correlationID) { () throws(AuthError) in
                try await flows.authorizationCode(
                    try request(parameters, key, correlationID), userAgent: broker.seekingUserAgent(parameters))
            }
        } catch {
            await broker.leaveRequest(after: error, parameters, key, correlationID)
            throw error
        }
    }

    private func request(
        _ parameters: InteractiveParameters, _ key: ProofKey?, _ correlationID: String
    ) throws(AuthError) -> CodeFlowParameters {
        let authority = parameters.authority ?? configuration.authority
        var request = CodeFlowParameters(
            clientID: configuration.clientID, authority: authority, redirectURI: configuration.redirectURI,
            scopes: parameters.scopes)
        request.extraScopesToConsent = parameters.extraScopesToConsent
        request.prompt = try clientStore.prompt(parameters).map { Prompt(rawValue: $0.rawValue) }
        request.loginHint = parameters.account?.username ?? parameters.loginHint
        request.domainHint = parameters.domainHint
        request.isInstanceAware = configuration.multipleCloudsSupported
        request.claims = ClaimsRequest.wireValue(
            request: parameters.claims, capabilities: configuration.capabilities)
        request.correlationID = correlationID
        request.clientSecret = configuration.clientSecret
        request.binding = key?.binding
        request.headerFields = telemetry.headerFields(.interactive, at: authority, account: parameters.account)
        request.tokenQuery = configuration.tokenQuery(parameters.extraQueryParameters)
        request.extraParameters = try extraParameters(parameters)
        // If an account is listed, a sign-in has succeeded, so the registration is valid.
        request.checksRegistration = authority.kind != .openID && (try? accountList.accounts().isEmpty) ?? false
        return request
    }

    private func extraParameters(_ parameters: InteractiveParameters) throws(AuthError) -> FormParameters {
        try parameters.checkExtraParameters()
        var extra = configuration.query(parameters.extraQueryParameters)
        extra.set("pc", ifPresent: parameters.preferredAuthMethod?.rawValue)
        for (name, value) in parameters.account?.requestParameters ?? [] { extra.set(name, value) }
        let authority = parameters.authority ?? configuration.authority
        for (name, value) in telemetry.authorizationParameters(at: authority, account: parameters.account).pairs {
            extra.set(name, value)
        }
        return extra
    }
}
