import KeyfobOAuth

/// `POST /common/account`: the account picker's answer.
enum AccountForm {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "cancel" { return try await SignInCancellation.answer(attempt, user: nil, context) }
        guard let name = form["account"] else { throw OAuthError.missing("account") }
        if name.isEmpty || name == "other" {
            attempt.pending.wantsOtherAccount = true
        } else {
            // An account that is not signed in is asked for its password: the rules look it up in the session.
            let user = try await context.transaction { try $0.user(userPrincipalName: name) }
            // A password that was entered as somebody else proves nothing of this one.
            if attempt.pending.userID != user?.objectID { attempt.pending.authenticatedAt = nil }
            attempt.pending.userID = user?.objectID ?? ""
            attempt.pending.hasPicked = true
            attempt.typedName = name
        }
        return try await SignInDispatcher.proceed(attempt, context)
    }
}
