import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/second-factor`: a code, or the request to text one.
enum SecondFactorForm {
    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "cancel" {
            return .respond(try await SignInCancellation.answer(attempt, user: nil, context))
        }
        let decided = attempt
        let outcome = try await context.transaction { transaction -> (PendingSignIn, PageNotice?) in
            // Uses the stored record, and not the one that was read before: a code counts once, however many forms
            // contain it.
            guard var stored = try transaction.pendingSignIn(idHash: decided.pending.idHash) else {
                throw OAuthError(50089)
            }
            var user = try SignedInUser(decided, context, transaction)
            let notice =
                form["action"] == "text"
                ? try text(&stored, user.home, decided, context, transaction)
                : try verify(form["otc"] ?? "", &stored, &user, decided, context, transaction)
            try transaction.put(stored)
            return (stored, notice)
        }
        (attempt.pending, attempt.notice) = outcome
        return .proceed(attempt)
    }

    private static func text(
        _ pending: inout PendingSignIn, _ home: User, _ attempt: SignInAttempt, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> PageNotice? {
        guard let number = try transaction.factors(userID: home.objectID)?.phoneNumber else {
            throw OAuthError(90023, ["detail": "the user has registered no phone"])
        }
        let isTexted = try FactorTexting.send(to: number, home, &pending, attempt, context, transaction)
        return isTexted ? nil : FactorTexting.tooMany
    }

    private static func verify(
        _ code: String, _ pending: inout PendingSignIn, _ user: inout SignedInUser, _ attempt: SignInAttempt,
        _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> PageNotice? {
        guard let factors = try transaction.factors(userID: user.home.objectID), factors.isRegistered else {
            throw OAuthError(50089, detail: "the user has no second factor")
        }
        var check = FactorCheck(
            factors: factors, pending: pending, configuration: context.configuration, now: context.now)
        let outcome = check.check(
            String(code.prefix(16)), key: factors.authenticator?.key, textedTo: factors.phoneNumber)
        try transaction.put(check.factors)
        pending = check.pending
        guard case .accepted(let methods) = outcome else {
            return try refused(outcome, user.home, attempt, context, transaction)
        }
        try user.prove(methods, at: context.now, in: transaction)
        try transaction.append([
            SignInLog.entry(
                .secondFactorAccepted, attempt, context, user: user.home,
                detail: methods.subtracting(["mfa"]).sorted().joined())
        ])
        return nil
    }

    static func refused(
        _ outcome: FactorCheck.Outcome, _ home: User, _ attempt: SignInAttempt, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws -> PageNotice {
        try transaction.append([
            SignInLog.entry(
                .secondFactorRefused, attempt, context, user: home, errorCode: 50074,
                detail: outcome == .locked ? "locked" : nil)
        ])
        return PageNotice(
            number: 50074,
            text: outcome == .locked
                ? "There were too many wrong codes. Wait a minute and try again."
                : "The code is wrong, used or too old. Enter the newest one.")
    }
}
