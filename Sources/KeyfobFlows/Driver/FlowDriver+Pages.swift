package import KeyfobCore
import KeyfobOAuth

/// An authorization code flow whose pages the caller shows itself, and which continues with the redirect.
package struct StartedCodeFlow: Sendable {
    let flow: AuthorizationCodeFlow
    let metadata: ProviderMetadata
    let dialect: OAuthDialect
    /// The first page.
    package let page: HTTPURL

    /// Checks a redirect: only this flow's response is accepted.
    package func decision(on redirect: String) -> RedirectDecision { flow.decision(on: redirect) }
}

extension FlowDriver {
    /// Starts an authorization code flow without a user agent, for a caller whose pages can also end in another way
    /// than with a redirect.
    ///
    /// - Throws: ``AuthError``: `configuration` for malformed scopes, and the errors of discovery.
    package func startAuthorizationCode(_ parameters: CodeFlowParameters) async throws(AuthError) -> StartedCodeFlow {
        try check(parameters)
        let metadata = try await metadata(for: parameters.authority, dialect: parameters.dialect)
        var flow = flow(parameters, metadata: metadata, redirectURI: parameters.redirectURI)
        guard case .present(let page)? = flow.handle(.start, at: clock.now).first else { throw .endedWithoutResult }
        return StartedCodeFlow(flow: flow, metadata: metadata, dialect: parameters.dialect, page: page)
    }

    /// Continues a flow with an accepted redirect.
    ///
    /// - Throws: ``AuthError``: the errors of ``authorizationCode(_:userAgent:)``.
    package func finish(_ started: StartedCodeFlow, redirect: String) async throws(AuthError) -> FlowResult {
        try await run(
            started.flow, from: .redirected(redirect), metadata: started.metadata, dialect: started.dialect)
    }

    func check(_ parameters: CodeFlowParameters) throws(AuthError) {
        try ScopeRules.check(parameters.scopes, at: parameters.authority.kind)
        try ScopeRules.check(parameters.extraScopesToConsent, at: parameters.authority.kind)
    }

    func flow(
        _ parameters: CodeFlowParameters, metadata: ProviderMetadata, redirectURI: RedirectURI
    ) -> AuthorizationCodeFlow {
        var parameters = parameters
        parameters.clouds = knowledge.clouds
        parameters.recognisedHosts = knowledge.trust.knownHosts
        return AuthorizationCodeFlow(parameters, metadata: metadata, redirectURI: redirectURI, random: random)
    }
}
