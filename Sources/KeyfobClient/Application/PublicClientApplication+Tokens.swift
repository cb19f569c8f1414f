public import KeyfobBrokerClient
public import KeyfobCore
public import KeyfobOAuth

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
    ///   - `brokerFailed`: the broker did not respond, or its response was not accepted; its cause is a `BrokerExchangeError`
    ///     or a `BrokerResponseError`. Nothing was stored.
    ///   - `protectionPoliciesRequired`, `deviceRegistrationRequired`: the organization's requirements.
    ///   - `canceled`: the calling task was cancelled.
    public func acquireToken(_ parameters: InteractiveParameters) async throws(AuthError) -> TokenResult {
        try await interactiveFlow.acquireToken(parameters)
    }

    /// Lets a user sign in on another device (RFC 8628) and returns a token.
    ///
    /// - Parameters:
    ///   - parameters: the scopes and options of the request.
    ///   - prompt: shows the user the code and where to enter it; called once. The server is polled meanwhile.
    /// - Throws: `AuthError` as ``acquireToken(_:)`` does, and with code `interactionRequired` if the code was not
    ///   entered in time.
    public func acquireTokenByDeviceCode(
        _ parameters: DeviceCodeParameters, prompt: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws(AuthError) -> TokenResult {
        try await deviceCodeSignIn.acquireTokenByDeviceCode(parameters, prompt: prompt)
    }

    /// Returns a token without any user interface: from the store, else from the single sign-on extension if there is
    /// one, else by a refresh token. No other app is ever opened.
    ///
    /// A valid token in the store is returned before any server is asked, also offline. One that is due to be renewed
    /// is returned too, and renewed in the background. Equal calls share one refresh, in this process and with others.
    ///
    /// - Parameter parameters: the account and scopes of the request.
    /// - Throws: `AuthError` with code
    ///   - `interactionRequired`: the account is signed out of this app, there is no refresh token, or the server
    ///     requires the user. Call `acquireToken`, with `server?.claimsChallenge` as its claims.
    ///   - `serverDeclinedScopes`: the token lacks scopes; it is in the store.
    ///   - `network`, `throttled`, `server`: the server could not be reached or could not respond, and no stored token
    ///     is valid.
    ///   - `accountMismatch`, `invalidResponse`: the server's response was not accepted; nothing was stored.
    ///   - `configuration`: reserved or malformed scopes, or the registration is wrong.
    ///   - `storeLocked`, `storeUnavailable`: the credential store failed.
    ///   - `canceled`: the calling task was cancelled.
    public func acquireTokenSilent(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        try await silentFlow.acquireTokenSilent(parameters)
    }

    /// Waits until no refresh of this application is under way, background ones included.
    ///
    /// A short-lived process calls it before it exits, so that a token which the server has already replaced is also
    /// stored.
    public func finishRefreshes() async { await sharedRefreshes.finishRefreshes() }

    /// Calls a protected resource with a silently acquired token, and once more with another one if the resource
    /// challenges: continuous access evaluation and step-up respond with 401 and the claims that the next token must
    /// have (`WWW-Authenticate`, RFC 9110 section 11.6.1), and a proof of possession may lack the resource's nonce.
    ///
    /// ```swift
    /// do {
    ///     response = try await application.send(request, SilentParameters(scopes: scopes, account: account))
    /// } catch AuthError.interactionRequired {
    ///     // error.claimsChallenge contains the requested claims
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request; its `Authorization` is set here. For a proof of possession its method and URL are
    ///     signed.
    ///   - parameters: the account and scopes of the token.
    ///   - transport: sends the request; nil means the application's own.
    /// - Returns: the resource's response, whatever its status; after a challenge, the response to the second request.
    /// - Throws: `AuthError` as ``acquireTokenSilent(_:)`` does. `interactionRequired` after a challenge carries it as
    ///   ``KeyfobCore/AuthError/claimsChallenge``, for ``InteractiveParameters/claims``. With code `network` if the
    ///   resource cannot be reached, `configuration` if its address is neither https nor this machine's.
    public func send(
        _ request: HTTPRequest, _ parameters: SilentParameters, transport: (any HTTPTransport)? = nil
    ) async throws(AuthError) -> HTTPResponse {
        try await resourceCalls.send(request, parameters, transport: transport)
    }
}

extension PublicClientApplication {
    /// Explains what ``acquireTokenSilent(_:)`` would do with these parameters, and why. It only reads the store:
    /// nothing is written, no server is asked, and no token is returned.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func explainSilent(_ parameters: SilentParameters) throws(AuthError) -> SilentExplanation {
        try silentFlow.explain(parameters)
    }

    /// Explains whether ``acquireToken(_:)`` would use a broker with these parameters, and why. The system is asked
    /// whether there is a broker; no page is shown.
    ///
    /// - Throws: `AuthError` with code `configuration`, caused by a ``SetupFinding``, if the app is not set up for the
    ///   broker that it would open.
    public func explainInteractive(_ parameters: InteractiveParameters) async throws(AuthError) -> BrokerRoute {
        try await brokerRouting.brokerRoute(
            parameters.brokerUse, at: parameters.authority ?? configuration.authority, mayInteract: true)
    }
}
