import KeyfobIdPModel
import KeyfobOAuth

/// Requests a new password of a user whose administrator has set one that is to be used only once
/// (`forceChangePasswordNextSignIn`).
struct PasswordChangeInteraction: Interaction {
    var forms: [PromptForm] { [PromptForm(.post, path: "/common/password", PasswordChangeForm.accept)] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) -> SignInStep? {
        guard let home = signIn.chosen?.home, home.mustChangePassword == true, home.passwordHash != nil else {
            return nil
        }
        guard signIn.attempt.draft.request.prompt == Prompt.none else {
            return .prompt(PasswordChangePrompt(user: home))
        }
        return .fail(OAuthError(50055))
    }
}

private struct PasswordChangePrompt: SignInPrompt {
    let user: User

    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.userID = user.objectID
        return attempt.notice
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.passwordPrompt, attempt, context, user: user, detail: "a new password is required")
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = PasswordChangePage(
            flow: shown.flow, client: shown.heading(context), name: user.userPrincipalName, notice: shown.notice,
            formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }
}
