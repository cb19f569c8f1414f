import KeyfobIdPModel
import KeyfobOAuth

/// Lets a customer change the profile, under a B2C policy for that.
struct ProfileInteraction: Interaction {
    var forms: [PromptForm] { [PromptForm(.post, path: "/common/profile", ProfileForm.accept)] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) -> SignInStep? {
        guard let chosen = signIn.chosen, signIn.attempt.draft.segment.policy?.purpose == .editProfile,
            !signIn.attempt.hasEditedProfile
        else { return nil }
        return .prompt(ProfilePrompt(user: chosen.user))
    }
}

private struct ProfilePrompt: SignInPrompt {
    let user: User

    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.userID = user.signInID
        return nil
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.passwordPrompt, attempt, context)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = ProfilePage(
            flow: shown.flow, client: shown.heading(context), user: user, formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }
}
