import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/T/v2.0/adminconsent` and `/T/adminconsent`: an administrator consents for all users of the tenant. The client gets
/// the result by redirect, without a code.
enum AdminConsentEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        var parameters = try context.query().without(["response_type", "prompt", "claims", "resource"])
        parameters.set("response_type", "code")
        let request = try AuthorizationRequest(parsing: parameters)
        let segment = try TenantSegment(context.tenantSegment, in: context.directory, app: request.clientID)
        var draft = AuthorizationDraft(request: request, segment: segment, dialect: context.dialect, context)
        try AuthorizationSteps.run(&draft, at: .adminconsent, context.directory)
        let browser = Browser(context)
        var pending = PendingSignIn(
            idHash: [], browserHash: browser.hash, purpose: .adminConsent, tenantSegment: context.tenantSegment,
            dialect: context.dialect.rawValue, parameters: parameters.encoded,
            correlationID: context.correlationID,
            expiresAt: context.now + context.configuration.pendingSignInLifetime)
        pending.address = context.network
        return try await SignInDispatcher.proceed(
            SignInAttempt(draft: draft, pending: pending, flowToken: nil, browser: browser), context)
    }
}
