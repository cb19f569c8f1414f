import KeyfobCore

/// Prepares the pages for second factors.
enum FactorPages {
    /// Stores the user in the pending sign-in; texts a code where the phone is the only factor and no code is valid;
    /// makes the key that a registration page shows.
    ///
    /// - Returns: the notice if a code could not be texted.
    static func prepare(
        _ decision: SignInDecision, _ pending: inout PendingSignIn, _ attempt: SignInAttempt,
        _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> PageNotice? {
        switch decision {
        case .secondFactor(let home, let offer):
            begin(home, &pending)
            guard !offer.hasAuthenticator, let number = offer.phoneNumber, pending.factor?.textHash == nil else {
                return nil
            }
            let isTexted = try FactorTexting.send(to: number, home, &pending, attempt, context, transaction)
            return isTexted ? nil : FactorTexting.tooMany
        case .registerFactor(let home, _):
            begin(home, &pending)
            if pending.factor?.proposedKey == nil { pending.factor?.proposedKey = context.random.bytes(20) }
            return nil
        default: return nil
        }
    }

    private static func begin(_ home: User, _ pending: inout PendingSignIn) {
        pending.userID = home.objectID
        if pending.factor?.userID != home.objectID { pending.factor = PendingFactor(userID: home.objectID) }
    }
}
