import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/login`: the name, the password of a name, or both at once.
enum PasswordForm {
    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "forgot", attempt.draft.segment.policy != nil {
            throw B2CError.forgotten(attempt.draft.reply?.authorization)
        }
        if form["action"] == "cancel", attempt.draft.segment.policy != nil {
            throw B2CError.cancelled(attempt.draft.reply?.authorization)
        }
        if form["action"] == "cancel" {
            return .respond(try await SignInCancellation.answer(attempt, user: nil, context))
        }
        if form["action"] == "certificate" {
            guard let name = form.nonEmpty("login")?.trimmed else { throw OAuthError.missing("login") }
            return .proceed(try CertificatePrompt.choose(attempt, name: String(name.prefix(256)), context))
        }
        if form["action"] == "other" { return .proceed(betweenPages(attempt, name: nil)) }
        guard let name = form.nonEmpty("login")?.trimmed, !name.isEmpty else { throw OAuthError.missing("login") }
        guard let text = form["passwd"] else {
            return .proceed(betweenPages(attempt, name: String(name.prefix(256))))
        }
        attempt.typedName = String(name.prefix(256))
        attempt.staysSignedIn = form["kmsi"] == "1"
        let typed = try await TypedPassword(Secret(text), of: name, at: attempt.browser.hash, context)
        let newSession = context.random.token()
        let outcome = try await verify(typed, attempt, newSession: newSession, context)
        switch outcome {
        case .success(let account):
            attempt.pending.userID = account.userID
            attempt.pending.authenticatedAt = account.authenticatedAt
            attempt.pending.wantsOtherAccount = false
            attempt.newSession = newSession
        case .failure(let error):
            guard [50126, 50053, 130501].contains(error.number) else { throw error }
            attempt.pending.wantsOtherAccount = true
            attempt.notice = PageNotice(number: error.number, text: error.entry.text(error.values))
        }
        return .proceed(attempt)
    }

    /// The sign-in with another page: for the password of a name, or for another name.
    private static func betweenPages(_ attempt: SignInAttempt, name: String?) -> SignInAttempt {
        var attempt = attempt
        attempt.typedName = name
        attempt.pending.wantsOtherAccount = true
        attempt.isBetweenPages = true
        return attempt
    }

    private static func verify(
        _ typed: TypedPassword, _ attempt: SignInAttempt, newSession: String, _ context: RequestContext
    ) async throws -> Result<BrowserSession.Account, OAuthError> {
        let sessionID = context.random.uuid()
        return try await context.transaction { transaction -> Result<BrowserSession.Account, OAuthError> in
            let outcome = try typed.verify(context, in: transaction) { event, user, number in
                SignInLog.entry(event, attempt, context, user: user, errorCode: number)
            } unless: { user in
                try TenantRules.refusal(user, attempt.draft, in: transaction)
            }
            let user: User
            switch outcome {
            case .failure(let error): return .failure(error)
            case .success(let found): user = found
            }
            let account = BrowserSession.Account(
                userID: user.objectID, authenticatedAt: context.now, epoch: user.revocationEpoch, sessionID: sessionID,
                evidence: .password)
            try SessionStart.signIn(account, attempt, newSession: newSession, context, transaction)
            return .success(account)
        }
    }
}

extension String {
    /// The text without spaces at both ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
