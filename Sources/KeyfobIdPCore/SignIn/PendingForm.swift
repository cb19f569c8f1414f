import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// The hidden field `flow` of every page's form, and its pending sign-in.
enum PendingForm {
    /// Loads the pending sign-in of a form: it has to exist, be fresh, and belong to this browser.
    ///
    /// - Throws: ``OAuthError`` 50089 otherwise, with the same text for each reason.
    static func load(
        _ form: FormParameters, _ context: RequestContext
    ) async throws -> (pending: PendingSignIn, token: String, browser: Browser) {
        let token = form["flow"] ?? ""
        let browser = Browser(context)
        let pending = try await context.transaction { try $0.pendingSignIn(idHash: TokenHash.of(token)) }
        guard let pending, pending.expiresAt >= context.now, browser.newCookie == nil,
            ConstantTime.equal(pending.browserHash, browser.hash)
        else { throw OAuthError(50089, detail: "the form's flow is unknown, too old or of another browser") }
        return (pending, token, browser)
    }

    /// The sign-in that a form continues.
    ///
    /// - Throws: as ``load(_:_:)``, and the errors of the request that began it.
    static func attempt(_ form: FormParameters, _ context: RequestContext) async throws -> SignInAttempt {
        let (pending, token, browser) = try await load(form, context)
        return SignInAttempt(
            draft: try AuthorizationDraft(of: pending, context), pending: pending, flowToken: token,
            browser: browser)
    }
}
