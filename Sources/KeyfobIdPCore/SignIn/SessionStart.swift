import KeyfobIdPModel

/// Begins an account's session in a browser, after any kind of authentication.
enum SessionStart {
    /// Moves the browser's session to a new cookie, with the account first.
    ///
    /// - Parameters:
    ///   - account: the account that has just signed in; it replaces the session's previous one of that user.
    ///   - newSession: the new cookie's value: a new one each time (session fixation).
    static func signIn(
        _ account: BrowserSession.Account, _ attempt: SignInAttempt, newSession: String, _ context: RequestContext,
        _ transaction: any IdPTransaction
    ) throws {
        var accounts: [BrowserSession.Account] = []
        var isPersistent = attempt.staysSignedIn
        if let hash = attempt.browser.sessionHash, var old = try transaction.session(idHash: hash) {
            if old.expiresAt >= context.now {
                accounts = old.accounts
                isPersistent = isPersistent ?? old.isPersistent
            }
            old.accounts = []
            try transaction.put(old)
        }
        var account = account
        // The services and clients of the session learn of its end, however often the user signs in meanwhile.
        let previous = accounts.first { $0.userID == account.userID }
        account.participants = previous?.participants
        account.openIDParticipants = previous?.openIDParticipants
        accounts.removeAll { $0.userID == account.userID }
        accounts = [account] + accounts.prefix(BrowserSession.most - 1)
        var session = BrowserSession(
            idHash: TokenHash.of(newSession), accounts: accounts, expiresAt: 0,
            isPersistent: isPersistent == true ? true : nil)
        session.extend(context)
        try transaction.put(session)
    }
}

extension BrowserSession {
    /// Lets the session last for its full time of inactivity from now on.
    mutating func extend(_ context: RequestContext) {
        let configuration = context.configuration
        expiresAt =
            context.now
            + (isPersistent == true ? configuration.persistentSessionInactivity : configuration.sessionInactivity)
    }
}
