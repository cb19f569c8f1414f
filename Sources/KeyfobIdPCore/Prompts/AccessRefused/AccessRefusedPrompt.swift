import KeyfobIdPModel
import KeyfobOAuth

/// Shows the user why access is denied, before the error is returned to the client.
struct AccessRefusedPrompt: SignInPrompt {
    let error: OAuthError

    static let form = PromptForm(.post, path: "/common/access", accept)

    /// The page first; the error once the user has read it, or where no client waits for it.
    static func step(_ error: OAuthError, _ attempt: SignInAttempt) -> SignInStep {
        attempt.acknowledgesRefusal || attempt.draft.reply == nil ? .fail(error) : .prompt(Self(error: error))
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(
            .refused, attempt, context, errorCode: error.number, detail: error.entry.text(error.values))
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = AccessRefusedPage(
            flow: shown.flow, client: shown.heading(context), number: error.number,
            text: error.entry.text(error.values), remedy: error.entry.remedy, formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }

    /// `POST /common/access`: returns to the app, or tries again, since something may have changed meanwhile.
    private static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        attempt.acknowledgesRefusal = form["action"] == "back"
        return .proceed(attempt)
    }
}
