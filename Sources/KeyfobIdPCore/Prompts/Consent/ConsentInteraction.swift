import KeyfobIdPModel
import KeyfobOAuth

/// Requests the user's consent to permissions that are not granted yet, or the administrator's for all users.
struct ConsentInteraction: Interaction {
    var forms: [PromptForm] { [PromptForm(.post, path: "/common/consent", ConsentForm.accept)] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        guard let user = signIn.chosen?.user else { return nil }
        let (attempt, client, directory) = (signIn.attempt, signIn.client, signIn.context.directory)
        if attempt.isForEveryone, !ConsentAuthority.isAdministrator(user, in: directory) {
            return .fail(OAuthError(90094))
        }
        guard attempt.accepted == nil else { return nil }
        let granting = try GrantedPermissions(user: user, client: client, in: transaction)
        var missing = ConsentRules.missing(
            attempt.draft.access, granting, everything: attempt.asksEverything, in: directory)
        missing.roles = attempt.declaredRoles(in: directory)
        if missing.isEmpty { return nil }
        missing.middle = try MiddleTierConsent.missing(
            attempt.draft.access, client: client, user: user, in: directory, transaction)
        if let refusal = ConsentAuthority.refusal(missing, user: user, client: client, in: directory) {
            return .fail(refusal)
        }
        if attempt.draft.request.prompt == Prompt.none {
            return .fail(OAuthError(65001, ["app": client.displayName], error: "consent_required"))
        }
        return .prompt(ConsentPrompt(user: user, missing: missing))
    }
}

extension SignInAttempt {
    /// The permissions of the client itself that this request asks an administrator for.
    func declaredRoles(in directory: Directory) -> [DeclaredRoles.Item] {
        guard isForEveryone, let client = draft.client, DeclaredRoles.areIncluded(in: draft.request.scopes) else {
            return []
        }
        return DeclaredRoles.of(client, in: directory)
    }
}

private struct ConsentPrompt: SignInPrompt {
    let user: User
    let missing: MissingConsent

    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.userID = user.signInID
        return nil
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(
            .consentPrompt, attempt, context, user: user,
            scopes: missing.items.map(\.permission.value) + missing.openID)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = ConsentPage(
            flow: shown.flow, client: shown.heading(context), user: user, missing: missing,
            isPartial: context.directory.tenant(user.tenantID)?.partialConsent ?? false,
            scope: scope(shown.attempt, context), formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }

    private func scope(_ attempt: SignInAttempt, _ context: RequestContext) -> ConsentScope {
        if attempt.isForEveryone { return .everyone }
        return ConsentAuthority.isAdministrator(user, in: context.directory) ? .userOrEveryone : .user
    }
}
