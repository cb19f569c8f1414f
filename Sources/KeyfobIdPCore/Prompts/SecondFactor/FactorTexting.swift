import KeyfobIdPModel
import KeyfobOAuth

/// Texts a code by writing it to the sign-in log, which simulates the phone.
enum FactorTexting {
    /// Texts a code, unless the user has reached the limit for this hour.
    ///
    /// - Returns: whether it was texted.
    static func send(
        to number: String, _ home: User, _ pending: inout PendingSignIn, _ attempt: SignInAttempt,
        _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> Bool {
        var factors = try transaction.factors(userID: home.objectID) ?? UserFactors(userID: home.objectID)
        factors.textedAt.removeAll { $0 <= context.now - 3600 }
        guard factors.textedAt.count < FactorText.mostInAnHour else { return false }
        factors.textedAt.append(context.now)
        try transaction.put(factors)
        let code = FactorText.code(context.random)
        let hash = FactorText.hash(code, to: number, pending)
        pending.factor?.textHash = hash
        pending.factor?.textExpiresAt = context.now + FactorText.lifetime
        let tenant = context.directory.tenant(home.tenantID)?.displayName ?? ""
        try transaction.append([
            SignInLog.entry(
                .codeTexted, attempt, context, user: home,
                detail: "To \(number): Use verification code \(code) for \(tenant) authentication.")
        ])
        return true
    }

    /// The notice when the limit for texted codes is reached.
    static let tooMany = PageNotice(
        number: 50074, text: "Too many codes were texted. Use the last one, or try again in an hour.")
}
