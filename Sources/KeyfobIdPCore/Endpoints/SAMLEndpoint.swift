import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobSAML

/// `/T/saml2`: a service's request to sign a user in or out by SAML (SAML Profiles sections 4.1 and 4.4), by redirect
/// or POST.
enum SAMLEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let segment = try TenantSegment(context.tenantSegment, in: context.directory)
        // Without a key nothing could be answered in the end, so no user is asked for anything.
        _ = try context.samlSigner()
        let limits = context.configuration.limits.samlRequest
        let message: ReceivedMessage
        if context.request.method == .post {
            message = try ReceivedMessage(form: try context.form(), limits: limits)
        } else {
            message = try ReceivedMessage(
                query: context.request.url.query ?? "", try context.query(), limits: limits)
        }
        if message.kind == .response || message.isSignOut {
            return try await SAMLLogoutEndpoint.answer(message, segment, context)
        }
        let claimed = try SAMLAuthnRequest(message.tree)
        let client = try SAMLService.find(claimed.header, segment, context)
        let request = try SAMLAuthnRequest(try SAMLService.verified(message, of: client))
        return try await signOn(request, client, message, context)
    }

    /// Begins a sign-in like any other: the same prompts, policies and pages.
    private static func signOn(
        _ request: SAMLAuthnRequest, _ client: Application, _ message: ReceivedMessage, _ context: RequestContext
    ) async throws -> HTTPResponse {
        var parameters = SAMLExchange(request, relayState: message.relayState).parameters
        parameters.set("client_id", client.appID)
        parameters.set("response_type", "saml")
        parameters.set("redirect_uri", ifPresent: request.consumer)
        parameters.set("prompt", ifPresent: prompt(request)?.rawValue)
        parameters.set("login_hint", ifPresent: try context.query().nonEmpty("login_hint"))
        let draft = try AuthorizationDraft(parsing: parameters, at: .saml, context)
        let browser = Browser(context)
        var pending = PendingSignIn(
            idHash: [], browserHash: browser.hash, purpose: .saml, tenantSegment: context.tenantSegment,
            dialect: context.dialect.rawValue,
            parameters: PlatformDetection.keeping(context.request, in: parameters).encoded,
            correlationID: context.correlationID,
            expiresAt: context.now + context.configuration.pendingSignInLifetime)
        pending.address = context.network
        var attempt = SignInAttempt(draft: draft, pending: pending, flowToken: nil, browser: browser)
        if let again = try await PageCredentials.apply(to: &attempt, context) { return again }
        // Last, because the redirect for a fresh nonce repeats the request.
        try await SAMLService.checkStrictly(request.header, isSigned: message.isSigned, context)
        return try await SignInDispatcher.proceed(attempt, context)
    }

    private static func prompt(_ request: SAMLAuthnRequest) -> Prompt? {
        switch (request.forcesAuthentication, request.isPassive) {
        case (false, false): nil
        case (true, false): .login
        case (false, true): Prompt.none
        case (true, true): ForcedIsNotPassive.contradiction
        }
    }
}
