import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/T/oauth2/v2.0/authorize` and `/T/oauth2/authorize` (RFC 6749 section 3.1).
enum AuthorizeEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let parameters = try context.parameters()
        let draft = try AuthorizationDraft(parsing: parameters, context)
        let request = draft.request
        let browser = Browser(context)
        // The forms of the pages do not repeat the client's statements about its system.
        let kept = PlatformDetection.keeping(context.request, in: parameters.without(["id_token_hint"]))
        var pending = PendingSignIn(
            idHash: [], browserHash: browser.hash, purpose: .authorize, tenantSegment: context.tenantSegment,
            dialect: context.dialect.rawValue, parameters: kept.encoded,
            correlationID: context.correlationID,
            expiresAt: context.now + context.configuration.pendingSignInLifetime)
        pending.address = context.network
        if let token = request.idTokenHint {
            if let hint = IDTokenHint(token, context) {
                pending.hintedUserID = try await context.transaction { try hint.userID(context, in: $0) } ?? ""
            } else if request.prompt == Prompt.none {
                // The key of the token was removed, so it is not known whom it names: a user can choose an account on a
                // page, but a silent request cannot succeed.
                pending.hintedUserID = ""
            }
        }
        var attempt = SignInAttempt(draft: draft, pending: pending, flowToken: nil, browser: browser)
        if let again = try await PageCredentials.apply(to: &attempt, context) { return again }
        return try await SignInDispatcher.proceed(attempt, context)
    }
}
