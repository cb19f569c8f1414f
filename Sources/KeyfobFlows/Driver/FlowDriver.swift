public import KeyfobCore
public import KeyfobOAuth

/// Performs what the flows decide, over the injected transport, user agent, clock and pause.
///
/// A value that can be copied and used by many tasks at once; copies share what was learned of providers.
public struct FlowDriver: Sendable {
    let transport: any HTTPTransport
    let clock: any WallClock
    let random: any RandomSource
    let userAgent: (any UserAgent)?
    let pause: any Pause
    let knowledge: ProviderKnowledge

    /// Makes a driver that knows no provider yet.
    ///
    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - clock: says what time it is.
    ///   - random: makes states, nonces and verifiers.
    ///   - userAgent: nil where no page can be shown; interactive flows then fail.
    ///   - pause: waits between two polls of the device-code flow.
    ///   - trust: what the app says about hosts.
    public init(
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

    /// Signs a person in with a user agent and gets tokens.
    ///
    /// - Parameters:
    ///   - parameters: what is asked for, where and for whom.
    ///   - agent: shows the pages; nil means the driver's own.
    /// - Throws: ``AuthError``: `userCanceled` if the person went back or declined, `configuration` if the request
    ///   does not fit the registration, `invalidResponse` if an answer or the id token cannot be trusted, `network`,
    ///   `server` and `throttled` as the provider is reached, `userAgentUnavailable` if no page can be shown.
    public func authorizationCode(
        _ parameters: CodeFlowParameters, userAgent agent: (any UserAgent)? = nil
    ) async throws(AuthError) -> FlowResult {
        try ScopeRules.check(parameters.scopes)
        try ScopeRules.check(parameters.extraScopesToConsent)
        let userAgent = try requireUserAgent(agent)
        let metadata = try await metadata(for: parameters.authority, dialect: parameters.dialect)
        let session = try await userAgent.begin(parameters.redirectURI)
        var parameters = parameters
        parameters.clouds = knowledge.clouds
        parameters.recognisedHosts = knowledge.trust.knownHosts
        let flow = AuthorizationCodeFlow(
            parameters, metadata: metadata, redirectURI: session.redirectURI, random: random)
        let outcome: Result<FlowResult, AuthError>
        do throws(AuthError) {
            let browser = Browser(
                session: session, accepting: { flow.verdict(on: $0) }, checksRegistration: parameters.checksRegistration
            )
            outcome = .success(try await run(flow, metadata: metadata, dialect: parameters.dialect, browser: browser))
        } catch {
            outcome = .failure(error)
        }
        await session.end()
        return try outcome.get()
    }

    /// Gets new tokens for a refresh token.
    ///
    /// - Parameters:
    ///   - parameters: what is asked for, where and by which refresh token.
    ///   - keeping: keeps the refresh token that takes the place of the one that was spent. Called as soon as it is there,
    ///     before the answer is judged: the call may still fail.
    /// - Throws: ``AuthError``: `interactionRequired` if only a sign-in mends it, `configuration` if the scopes or the
    ///   client are wrong, `network`, `server`, `throttled`, `invalidResponse`.
    public func refresh(
        _ parameters: RefreshFlowParameters, keeping: (@Sendable (RefreshTokenSuccessor) async -> Void)? = nil
    ) async throws(AuthError) -> FlowResult {
        try ScopeRules.check(parameters.scopes)
        let metadata = try await metadata(for: parameters.authority, dialect: parameters.dialect)
        var parameters = parameters
        parameters.clouds = knowledge.clouds
        return try await run(
            RefreshFlow(parameters, metadata: metadata, random: random), metadata: metadata, keeping: keeping)
    }

    /// Lets a person sign in on another device, and gets tokens.
    ///
    /// - Parameters:
    ///   - parameters: what is asked for, and where.
    ///   - prompt: shows the code; called once.
    /// - Throws: ``AuthError``: `interactionRequired` if the code was not entered in time, `userCanceled` if the
    ///   person declined, `canceled` if the task was cancelled, and as ``refresh(_:)``.
    public func deviceCode(
        _ parameters: DeviceCodeFlowParameters, prompt: @escaping @Sendable (UserCodePrompt) async -> Void
    ) async throws(AuthError) -> FlowResult {
        try ScopeRules.check(parameters.scopes)
        let metadata = try await metadata(for: parameters.authority)
        return try await run(
            DeviceCodeFlow(parameters, metadata: metadata, random: random), metadata: metadata, prompt: prompt)
    }

    /// The address at which a person signs out in the browser; nil if the provider has none.
    ///
    /// - Throws: ``AuthError`` as discovery does.
    public func logoutURL(_ request: LogoutRequest, at authority: Authority) async throws(AuthError) -> HTTPURL? {
        try await metadata(for: authority).endSessionEndpoint.map(request.url(endpoint:))
    }
}
