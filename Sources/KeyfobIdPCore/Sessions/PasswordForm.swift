import KeyfobCore
import KeyfobOAuth

/// `POST /common/login`: name and password.
enum PasswordForm {
    private struct Candidate: Sendable {
        var user: User?
        var isLocked = false
    }

    private enum Verdict: Sendable {
        case accepted(BrowserSession.Account)
        case refused(OAuthError)
    }

    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "forgot", attempt.draft.segment.policy != nil {
            throw B2CError.forgotten(attempt.draft.reply)
        }
        if form["action"] == "cancel", attempt.draft.segment.policy != nil {
            throw B2CError.cancelled(attempt.draft.reply)
        }
        if form["action"] == "cancel" { return try await SignInCancellation.answer(attempt, user: nil, context) }
        if form["action"] == "certificate" {
            guard let name = form.nonEmpty("login")?.trimmed else { throw OAuthError.missing("login") }
            return try await CertificateStart.answer(attempt, name: String(name.prefix(256)), context)
        }
        guard let name = form.nonEmpty("login")?.trimmed, let text = form["passwd"] else {
            throw OAuthError.missing(form.nonEmpty("login") == nil ? "login" : "passwd")
        }
        attempt.typedName = String(name.prefix(256))
        let password = Secret(String(text.prefix(1024)))
        let browser = attempt.browser.hash
        let candidate = try await context.transaction { transaction -> Candidate in
            guard let user = try transaction.user(userPrincipalName: name) else { return Candidate() }
            let lockout = try transaction.lockout(userID: user.objectID)
            let lockedUntil = SmartLockout.lockedUntil(lockout, browser: browser)
            return Candidate(user: user, isLocked: lockedUntil > context.now)
        }
        // Outside the transaction: it takes long on purpose, and as long whether or not there is such a user.
        let isRight =
            await context.services.passwords.verifies(
                password, hash: candidate.isLocked ? nil : candidate.user?.passwordHash)
        let newSession = context.random.token()
        let verdict = try await judge(
            attempt, candidate, isRight: isRight, password: password, newSession: newSession, context)
        switch verdict {
        case .accepted(let account):
            attempt.pending.userID = account.userID
            attempt.pending.authenticatedAt = account.authenticatedAt
            attempt.pending.wantsOtherAccount = false
            attempt.newSession = newSession
        case .refused(let error):
            guard [50126, 50053, 130501].contains(error.number) else { throw error }
            attempt.pending.wantsOtherAccount = true
            attempt.notice = PageNotice(number: error.number, text: error.entry.text(error.values))
        }
        return try await SignInDispatcher.proceed(attempt, context)
    }

    private static func judge(
        _ attempt: SignInAttempt, _ candidate: Candidate, isRight: Bool, password: Secret<String>, newSession: String,
        _ context: RequestContext
    ) async throws -> Verdict {
        let sessionID = context.random.uuid()
        return try await context.transaction { transaction -> Verdict in
            func refuse(_ error: OAuthError, logged number: Int? = nil) throws -> Verdict {
                let entry = SignInLog.entry(
                    .passwordRefused, attempt, context, user: candidate.user, errorCode: number ?? error.number)
                try transaction.append([entry])
                return .refused(error)
            }
            guard let user = candidate.user else { return try refuse(OAuthError(50126), logged: 50034) }
            var lockout = try transaction.lockout(userID: user.objectID) ?? Lockout(userID: user.objectID)
            // Looked at again: meanwhile other attempts may have locked the account.
            func isLocked() -> Bool {
                SmartLockout.lockedUntil(lockout, browser: attempt.browser.hash) > context.now
            }
            guard !isLocked() else { return try refuse(OAuthError(50053)) }
            guard user.isCertificateOnly != true else { return try refuse(OAuthError(130501)) }
            guard isRight else {
                let salt = context.directory.tenant(user.tenantID)?.subjectSalt ?? ""
                SmartLockout.fail(
                    &lockout, password: password, browser: attempt.browser.hash, salt: salt, now: context.now,
                    configuration: context.configuration)
                try transaction.put(lockout)
                return try refuse(OAuthError(isLocked() ? 50053 : 50126))
            }
            if let refusal = try TenantRules.refusal(user, attempt.draft, in: transaction) {
                return try refuse(refusal)
            }
            SmartLockout.succeed(&lockout, browser: attempt.browser.hash)
            try transaction.put(lockout)
            let account = BrowserSession.Account(
                userID: user.objectID, authenticatedAt: context.now, epoch: user.revocationEpoch, sessionID: sessionID,
                evidence: .password)
            try SessionStart.signIn(account, attempt, newSession: newSession, context, transaction)
            try transaction.append([SignInLog.entry(.passwordAccepted, attempt, context, user: user)])
            return .accepted(account)
        }
    }
}

extension String {
    /// Without spaces at both ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
