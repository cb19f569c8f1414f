import KeyfobIdPModel
import KeyfobOAuth

/// Requests a second factor.
struct SecondFactorPrompt: SignInPrompt {
    /// The user who signed in: another object for a guest.
    let home: User
    let offer: FactorOffer

    /// Stores the user; texts a code where the phone is the only factor and no code is valid.
    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) throws -> PageNotice? {
        pending.begin(factorOf: home)
        guard !offer.hasAuthenticator, let number = offer.phoneNumber, pending.factor?.textHash == nil else {
            return nil
        }
        let isTexted = try FactorTexting.send(to: number, home, &pending, attempt, context, transaction)
        return isTexted ? nil : FactorTexting.tooMany
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.secondFactorPrompt, attempt, context, user: home)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = SecondFactorPage(
            flow: shown.flow, client: shown.heading(context), user: home, offer: offer,
            isTexted: shown.pending.factor?.textHash != nil, notice: shown.attempt.notice ?? shown.notice,
            formTarget: shown.formTarget
        ).page
        return shown.response(page, context)
    }
}

extension PendingSignIn {
    /// Stores the user whose second factor a page requests or registers.
    mutating func begin(factorOf home: User) {
        userID = home.objectID
        if factor?.userID != home.objectID { factor = PendingFactor(userID: home.objectID) }
    }
}
