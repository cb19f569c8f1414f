package import KeyfobCore
package import KeyfobOAuth

/// Performs the actions of flows with the injected transport, user agent, clock and pause.
///
/// A value that can be copied and used by many tasks at once; copies share the knowledge of providers.
package struct FlowDriver: Sendable {
    let transport: any HTTPTransport
    let clock: any WallClock
    let random: any RandomSource
    let userAgent: (any UserAgent)?
    let pause: any Pause
    let knowledge: ProviderKnowledge

    /// Makes a driver without knowledge of providers.
    ///
    /// - Parameters:
    ///   - transport: the transport for the requests.
    ///   - clock: the source of the current time.
    ///   - random: the source of states, nonces and verifiers.
    ///   - userAgent: the user agent; with nil, interactive flows fail.
    ///   - pause: the wait between two polls of the device code flow.
    ///   - trust: the app's trust in hosts.
    package init(
        transport: any HTTPTransport, clock: any WallClock, random: any RandomSource, userAgent: (any UserAgent)?,
        pause: any Pause, trust: AuthorityTrust = AuthorityTrust()
    ) {
        self.transport = transport
        self.clock = clock
        self.random = random
        self.userAgent = userAgent
        self.pause = pause
        knowledge = ProviderKnowledge(trust)
    }

    /// Signs a user in with a user agent and gets tokens.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of the request.
    ///   - agent: the user agent; nil for the driver's.
    /// - Throws: ``AuthError``: `userCanceled` if the user went back or declined, `configuration` if the request does
    ///   not match the registration, `invalidResponse` if a response or the ID token cannot be trusted, `network`,
    ///   `server` and `throttled` for failures of the provider's requests, `userAgentUnavailable` if no page can be
    ///   shown.
    package func authorizationCode(
        _ parameters: CodeFlowParameters, userAgent agent: (any UserAgent)? = nil
    ) async throws(AuthError) -> FlowResult {
        try check(parameters)
        let userAgent = try requireUserAgent(agent)
        let metadata = try await metadata(for: parameters.authority, dialect: parameters.dialect)
        let session = try await userAgent.begin(parameters.redirectURI)
        let flow = flow(parameters, metadata: metadata, redirectURI: session.redirectURI)
        let outcome: Result<FlowResult, AuthError>
        do throws(AuthError) {
            let browser = Browser(
                session: session, accepting: { flow.decision(on: $0) },
                checksRegistration: parameters.checksRegistration
            )
            let result = try await run(flow, metadata: metadata, dialect: parameters.dialect, browser: browser)
            outcome = .success(try await addingUserInfo(result, metadata))
        } catch {
            outcome = .failure(error)
        }
        await session.show(outcome.failure.map(PageOutcome.failed) ?? .signedIn)
        await session.end()
        return try outcome.get()
    }

    /// Gets new tokens with a refresh token.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of the request.
    ///   - keeping: stores the refresh token that replaces the redeemed one. Called as soon as it is received, before
    ///     the response is validated: the call may still fail.
    /// - Throws: ``AuthError``: `interactionRequired` if only signing in fixes it, `configuration` if the scopes or the
    ///   client are wrong, `network`, `server`, `throttled`, `invalidResponse`.
    package func refresh(
        _ parameters: RefreshFlowParameters, keeping: (@Sendable (RefreshTokenSuccessor) async -> Void)? = nil
    ) async throws(AuthError) -> FlowResult {
        try ScopeRules.check(parameters.scopes, at: parameters.authority.kind)
        let metadata = try await metadata(for: parameters.authority, dialect: parameters.dialect)
        var parameters = parameters
        parameters.clouds = knowledge.clouds
        return try await run(
            RefreshFlow(parameters, metadata: metadata, random: random), metadata: metadata, keeping: keeping)
    }

    /// Lets a user sign in on another device, and gets tokens.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of the request.
    ///   - prompt: shows the code; called once.
    /// - Throws: ``AuthError``: `interactionRequired` if the code was not entered in time, `userCanceled` if the user
    ///   declined, `canceled` if the task was cancelled, and the errors of ``refresh(_:)``.
    package func deviceCode(
        _ parameters: DeviceCodeFlowParameters, prompt: @escaping @Sendable (UserCodePrompt) async -> Void
    ) async throws(AuthError) -> FlowResult {
        try ScopeRules.check(parameters.scopes, at: parameters.authority.kind)
        let metadata = try await metadata(for: parameters.authority, having: { $0.deviceAuthorizationEndpoint })
        let result = try await run(
            DeviceCodeFlow(parameters, metadata: metadata, random: random), metadata: metadata, prompt: prompt)
        return try await addingUserInfo(result, metadata)
    }

    /// Returns the URL where a user signs out in the browser; nil if the provider has none.
    ///
    /// - Throws: ``AuthError``: the errors of discovery.
    package func logoutURL(_ request: LogoutRequest, at authority: Authority) async throws(AuthError) -> HTTPURL? {
        try await metadata(for: authority).endSessionEndpoint.map(request.url(endpoint:))
    }
}
