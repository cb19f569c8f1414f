import KeyfobIdPModel
import KeyfobOAuth

/// The user whose second factor a form is about: signed in with the first factor, in this browser and this sign-in.
struct SignedInUser {
    let home: User
    private var session: BrowserSession
    private let index: Int

    /// Finds the user of a form.
    ///
    /// - Throws: ``OAuthError`` 50089 if no such user is signed in, with the same text for each reason.
    init(_ attempt: SignInAttempt, _ context: RequestContext, _ transaction: any IdPTransaction) throws {
        let session = try attempt.browser.sessionHash.flatMap { try transaction.session(idHash: $0) }
        guard let id = attempt.pending.userID, attempt.pending.factor?.userID == id,
            let home = try transaction.user(objectID: id), home.isEnabled, let session,
            session.expiresAt >= context.now,
            let index = session.accounts.firstIndex(where: { $0.userID == id && $0.epoch == home.revocationEpoch })
        else { throw OAuthError(50089, detail: "the account is no longer signed in") }
        self.home = home
        self.session = session
        self.index = index
    }

    /// Whether the session already has a second factor.
    var hasSecondFactor: Bool { session.accounts[index].evidence.methods.contains("mfa") }

    /// Records a proved factor in the browser's session.
    mutating func prove(_ methods: Set<String>, at time: Int64, in transaction: any IdPTransaction) throws {
        session.accounts[index].evidence.methods.formUnion(methods)
        session.accounts[index].evidence.multiFactorAt = time
        try transaction.put(session)
    }
}
