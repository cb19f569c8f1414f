import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/register-factor`: the first code of the app that has the new key, or of the phone to be registered.
enum FactorRegistrationForm {
    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        if form["action"] == "cancel" {
            return .respond(try await SignInCancellation.answer(attempt, user: nil, context))
        }
        let decided = attempt
        let outcome = try await context.transaction { transaction -> (PendingSignIn, PageNotice?) in
            guard var stored = try transaction.pendingSignIn(idHash: decided.pending.idHash),
                let key = stored.factor?.proposedKey
            else { throw OAuthError(50089, detail: "no second factor was offered to be registered") }
            var user = try SignedInUser(decided, context, transaction)
            let factors = try transaction.factors(userID: user.home.objectID)
            // A user with a second factor has to give it first: otherwise the password would be enough to add another.
            guard factors?.isRegistered != true || user.hasSecondFactor else { throw OAuthError(50089) }
            var notice: PageNotice?
            switch form["action"] {
            case "phone", "app":
                stored.factor?.wantsPhone = form["action"] == "phone"
                stored.factor?.proposedPhoneNumber = nil
            case "text":
                notice = try text(form["phone"] ?? "", &stored, user.home, decided, context, transaction)
            default: notice = try register(form["otc"] ?? "", key, &stored, &user, decided, context, transaction)
            }
            try transaction.put(stored)
            return (stored, notice)
        }
        (attempt.pending, attempt.notice) = outcome
        return .proceed(attempt)
    }

    private static func text(
        _ typed: String, _ pending: inout PendingSignIn, _ home: User, _ attempt: SignInAttempt,
        _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> PageNotice? {
        guard let number = FactorText.number(typed) else {
            return PageNotice(number: 50079, text: "Enter the number with its country: + and 7 to 15 digits.")
        }
        guard try FactorTexting.send(to: number, home, &pending, attempt, context, transaction) else {
            return FactorTexting.tooMany
        }
        pending.factor?.proposedPhoneNumber = number
        return nil
    }

    private static func register(
        _ code: String, _ key: [UInt8], _ pending: inout PendingSignIn, _ user: inout SignedInUser,
        _ attempt: SignInAttempt, _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> PageNotice? {
        let known = try transaction.factors(userID: user.home.objectID) ?? UserFactors(userID: user.home.objectID)
        let number = pending.factor?.proposedPhoneNumber
        var check = FactorCheck(
            factors: known, pending: pending, configuration: context.configuration, now: context.now)
        let outcome = check.check(String(code.prefix(16)), key: key, textedTo: number)
        guard case .accepted(let methods) = outcome else {
            try transaction.put(check.factors)
            pending = check.pending
            return try SecondFactorForm.refused(outcome, user.home, attempt, context, transaction)
        }
        pending = check.pending
        if methods.contains("sms") { check.factors.phoneNumber = number }
        try transaction.put(check.factors)
        pending.factor?.proposedKey = nil
        pending.factor?.proposedPhoneNumber = nil
        try user.prove(methods, at: context.now, in: transaction)
        try transaction.append([
            SignInLog.entry(
                .secondFactorRegistered, attempt, context, user: user.home,
                detail: methods.subtracting(["mfa"]).sorted().joined())
        ])
        return nil
    }
}
