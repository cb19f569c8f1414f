import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/password`: the old password and the new one, twice.
enum PasswordChangeForm {
    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "cancel" {
            return .respond(try await SignInCancellation.answer(attempt, user: nil, context))
        }
        guard let userID = attempt.pending.userID,
            let user = try await context.transaction({ try $0.user(objectID: userID) })
        else { throw OAuthError(50089) }
        let (old, new) = (form["passwd"] ?? "", form["newpasswd"] ?? "")
        if let fault = fault(old: old, new: new, again: form["confirmpasswd"] ?? "") {
            attempt.notice = PageNotice(number: nil, text: fault)
            return .proceed(attempt)
        }
        let typed = try await TypedPassword(
            Secret(old), of: user.userPrincipalName, at: attempt.browser.hash, context)
        // Hashing takes a tenth of a second, which only the user of the old password may cost.
        let hash =
            typed.isRight
            ? try PasswordRule.hash(Secret(new), random: context.random, cost: context.configuration.passwordCost) : nil
        let newSession = context.random.token()
        switch try await change(typed, of: userID, to: hash, attempt, newSession: newSession, context) {
        case .success(let account):
            attempt.pending.authenticatedAt = account.authenticatedAt
            attempt.newSession = newSession
        case .failure(let error):
            guard [50126, 50053].contains(error.number) else { throw error }
            attempt.notice = PageNotice(number: error.number, text: error.entry.text(error.values))
        }
        return .proceed(attempt)
    }

    private static func fault(old: String, new: String, again: String) -> String? {
        if new != again { return "The new password and its repetition differ. Enter it twice." }
        if new == old { return "The new password is the old one. Choose another." }
        guard PasswordRule.isComplex(new) else {
            return
                "The new password is too simple. Use 8 to 256 characters, of three of the kinds small letters, capitals, "
                + "digits and signs."
        }
        return nil
    }

    /// Sets the password. It ends every session and token of the old one, and starts a new session in this browser.
    ///
    /// - Parameter hash: the hash of the new password; nil if the old one is wrong.
    private static func change(
        _ typed: TypedPassword, of userID: String, to hash: String?, _ attempt: SignInAttempt, newSession: String,
        _ context: RequestContext
    ) async throws -> Result<BrowserSession.Account, OAuthError> {
        let sessionID = context.random.uuid()
        return try await context.transaction { transaction -> Result<BrowserSession.Account, OAuthError> in
            let outcome = try typed.verify(context, in: transaction) { event, user, number in
                SignInLog.entry(event, attempt, context, user: user, errorCode: number)
            } unless: { user in
                user.objectID == userID
                    ? try TenantRules.refusal(user, attempt.draft, in: transaction) : OAuthError(50089)
            }
            switch outcome {
            case .failure(let error): return .failure(error)
            case .success(var user):
                guard let hash else { return .failure(OAuthError(50126)) }
                user.replacePassword(by: hash, at: context.now)
                try transaction.put(user)
                let account = BrowserSession.Account(
                    userID: user.objectID, authenticatedAt: context.now, epoch: user.revocationEpoch,
                    sessionID: sessionID, evidence: .password)
                try SessionStart.signIn(account, attempt, newSession: newSession, context, transaction)
                return .success(account)
            }
        }
    }
}
