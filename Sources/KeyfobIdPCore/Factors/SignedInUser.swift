import KeyfobOAuth

/// The user whose second factor a form is about: signed in with the first one, in this browser, and in this sign-in's
/// turn.
struct SignedInUser {
    let home: User
    private var session: BrowserSession
    private let index: Int

    /// - Throws: ``OAuthError`` 50089 if nobody is, with the same words for each reason.
    init(_ attempt: SignInAttempt, _ context: RequestContext, _ transaction: any IdPTransaction) throws {
        let session = try attempt.browser.sessionHash.flatMap { try transaction.session(idHash: $0) }
        guard let id = attempt.pending.userID, attempt.pending.factor?.userID == id,
            let home = try transaction.user(objectID: id), home.isEnabled, let session,
            session.expiresAt >= context.now,
            let index = session.accounts.firstIndex(where: { $0.userID == id && $0.epoch == home.revocationEpoch })
        else { throw OAuthError(50089, detail: "the account is not signed in any more") }
        self.home = home
        self.session = session
        self.index = index
    }

    /// Whether the session already has a second factor.
    var hasSecondFactor: Bool { session.accounts[index].evidence.methods.contains("mfa") }

    /// Notes in the browser's session what was proved.
    mutating func prove(_ methods: Set<String>, at time: Int64, in transaction: any IdPTransaction) throws {
        session.accounts[index].evidence.methods.formUnion(methods)
        session.accounts[index].evidence.multiFactorAt = time
        try transaction.put(session)
    }
}
