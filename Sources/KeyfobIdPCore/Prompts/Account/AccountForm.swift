import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/account`: the choice in the account picker.
enum AccountForm {
    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "cancel" {
            return .respond(try await SignInCancellation.answer(attempt, user: nil, context))
        }
        guard let name = form["account"] else { throw OAuthError.missing("account") }
        if name.isEmpty || name == "other" {
            attempt.pending.wantsOtherAccount = true
        } else {
            // The password is required for an account that is not signed in: the rules look it up in the session.
            let user = try await context.transaction { try $0.user(userPrincipalName: name) }
            // A password of another user proves nothing for this one.
            if attempt.pending.userID != user?.objectID { attempt.pending.authenticatedAt = nil }
            attempt.pending.userID = user?.objectID ?? ""
            attempt.pending.hasPicked = true
            attempt.typedName = name
        }
        return .proceed(attempt)
    }
}
