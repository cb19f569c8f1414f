import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Lets the user register a second factor.
struct RegisterFactorPrompt: SignInPrompt {
    /// The user who signed in: another object for a guest.
    let home: User
    let offer: FactorOffer

    /// Stores the user, and makes the key that the page shows.
    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.begin(factorOf: home)
        if pending.factor?.proposedKey == nil { pending.factor?.proposedKey = context.random.bytes(20) }
        return nil
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.registrationPrompt, attempt, context, user: home)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = RegisterFactorPage(
            flow: shown.flow, user: home, tenant: context.directory.tenant(home.tenantID)?.displayName ?? "",
            offer: offer, key: shown.pending.factor?.proposedKey ?? [],
            textedTo: shown.pending.factor?.proposedPhoneNumber,
            wantsPhone: shown.pending.factor?.wantsPhone == true, notice: shown.attempt.notice,
            formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }
}
