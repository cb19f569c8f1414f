import KeyfobCache
public import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

extension PublicClientApplication {
    /// Lets a user sign in and returns a token. The user agent always starts, even if a valid token is stored; its
    /// existing session may shorten the sign-in.
    ///
    /// If the environment has a broker and the app is set up for it, the broker takes the place of the user agent: the
    /// single sign-on extension, else the broker app, which comes to the front. If there is no broker, or it is too
    /// old, the user signs in here.
    ///
    /// - Parameter parameters: the scopes and options of the request.
    /// - Throws: `AuthError` with code
    ///   - `serverDeclinedScopes`: the user signed in, but the token lacks scopes; it is in the store.
    ///   - `userCanceled`: the user closed the page, went back or declined.
    ///   - `accountMismatch`: another account signed in than ``InteractiveParameters/account``; nothing was stored.
    ///   - `interactionRequired`: the server requires a further step; see `server?.claimsChallenge`.
    ///   - `userAgentUnavailable`: there is no browser, or it does not start.
    ///   - `network`, `throttled`, `server`, `invalidResponse`: the request failed; nothing was stored.
    ///   - `configuration`: reserved or malformed scopes, the request does not fit the registration, or the app lacks
    ///     the entitlement that its store needs.
    ///   - `storeLocked`, `storeUnavailable`: the credential store could not be read. If it cannot be written, the call
    ///     succeeds with ``TokenResult/storeFailure`` set, and the next call may need a sign-in again.
    ///   - `brokerFailed`: the broker did not respond, or its response was not accepted; its cause is a `BrokerFault`
    ///     or a `BrokerFailure`. Nothing was stored.
    ///   - `protectionPoliciesRequired`, `deviceRegistrationRequired`: the organization's requirements.
    ///   - `canceled`: the calling task was cancelled.
    public func acquireToken(_ parameters: InteractiveParameters) async throws(AuthError) -> TokenResult {
        try await observed(.interactive, parameters.correlationID) { correlationID throws(AuthError) in
            let key = try await self.proofKey(for: parameters.scheme)
            return try await self.presenting(parameters.scheme, key: key) { () throws(AuthError) in
                if let result = try await self.tokenFromBroker(parameters, key, correlationID) { return result }
                let flow = try await self.signInHere(parameters, key, correlationID)
                return try await self.keep(
                    flow, scopes: parameters.scopes, expected: parameters.account, source: .interactive,
                    requested: parameters.authority ?? self.configuration.authority, key: key)
            }
        }
    }

    private func signInHere(
        _ parameters: InteractiveParameters, _ key: ProofKey?, _ correlationID: String
    ) async throws(AuthError) -> FlowResult {
        do throws(AuthError) {
            return try await telling(.interactive, correlationID) { () throws(AuthError) in
                try await flows.authorizationCode(
                    try request(parameters, key, correlationID), userAgent: seekingUserAgent(parameters))
            }
        } catch {
            await leaveRequest(after: error, parameters, key, correlationID)
            throw error
        }
    }

    /// Runs a flow, and records its failure for the next request's telemetry.
    func telling(
        _ call: ClientCall, _ correlationID: String, _ flow: () async throws(AuthError) -> FlowResult
    ) async throws(AuthError) -> FlowResult {
        do throws(AuthError) {
            let result = try await flow()
            requestTelemetry.wasSent()
            return result
        } catch {
            requestTelemetry.note(error, call, correlationID)
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
        request.prompt = try prompt(parameters).map { Prompt(rawValue: $0.rawValue) }
        request.loginHint = parameters.account?.username ?? parameters.loginHint
        request.domainHint = parameters.domainHint
        request.isInstanceAware = configuration.multipleCloudsSupported
        request.claims = ClaimsRequest.wireValue(
            request: parameters.claims, capabilities: configuration.capabilities)
        request.correlationID = correlationID
        request.binding = key?.binding
        request.headerFields = headerFields(.interactive, at: authority, account: parameters.account)
        request.tokenQuery = configuration.tokenQuery(parameters.extraQueryParameters)
        request.extraParameters = try extraParameters(parameters)
        // If an account is listed, a sign-in has succeeded, so the registration is valid.
        request.checksRegistration = (try? accounts().isEmpty) ?? false
        return request
    }

    func checkExtraParameters(_ parameters: InteractiveParameters) throws(AuthError) {
        guard parameters.extraQueryParameters["claims"] == nil else {
            throw .configuration(
                "The extra query parameters contain claims.", remedy: "Pass claims as the parameters' claims.")
        }
    }

    private func extraParameters(_ parameters: InteractiveParameters) throws(AuthError) -> FormParameters {
        try checkExtraParameters(parameters)
        var extra = configuration.query(parameters.extraQueryParameters)
        extra.set("pc", ifPresent: parameters.preferredAuthMethod?.rawValue)
        for (name, value) in parameters.account?.requestParameters ?? [] { extra.set(name, value) }
        let authority = parameters.authority ?? configuration.authority
        for (name, value) in authorizationParameters(at: authority, account: parameters.account).pairs {
            extra.set(name, value)
        }
        return extra
    }

    /// The prompt. For an account that was removed in this app it is `login`, so that the removal has an effect, unless
    /// the app requests the consent page.
    func prompt(_ parameters: InteractiveParameters) throws(AuthError) -> InteractivePrompt? {
        guard let account = parameters.account, parameters.prompt != .consent,
            let partition = try environment.store.partition(homeAccountID: account.identifier),
            signInKey(account.identifier).isSignedOut(in: partition)
        else { return parameters.prompt }
        return .login
    }

    /// Checks the tokens of an interactive sign-in, stores them if possible, and returns them.
    func keep(
        _ flow: FlowResult, scopes: ScopeSet, expected: Account?, source: TokenResult.Source,
        requested: Authority? = nil, key: ProofKey? = nil
    ) async throws(AuthError) -> TokenResult {
        let acquisition = try Acquisition(
            flow, requested: scopes, expected: expected?.knownIdentifier, keyID: key?.id)
        if let expected { try AccountMatch.check(requested: expected, returned: acquisition.account) }
        let input = acquisition.saveInput(configuration)
        let stored = try await store(input, of: acquisition, requested: requested ?? flow.authority)
        throttle.lift()
        seedLegacyCache(input, requested: flow.authority)
        log(.info, "A user signed in.", correlationID: flow.correlationID)
        tellExternalAccounts(stored.account, acquisition)
        let result = acquisition.result(stored, source: source)
        try acquisition.checkScopes(result)
        return result
    }
}
