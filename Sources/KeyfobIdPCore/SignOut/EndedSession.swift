import KeyfobIdPModel
import KeyfobOAuth

/// The accounts that have left a browser's session.
struct EndedSession: Sendable {
    /// An account with its user.
    struct Member: Sendable {
        let account: BrowserSession.Account
        let user: User
    }

    /// The accounts that have left.
    var left: [Member] = []
    /// Whether no account remains.
    var isEmpty = true

    /// Ends the session of some of the browser's accounts.
    ///
    /// - Parameters:
    ///   - clientID: the client at which the user signs out, for the log.
    ///   - leaving: selects the accounts.
    static func end(
        of browser: Browser, at clientID: String? = nil, _ context: RequestContext,
        in transaction: any IdPTransaction,
        leaving: (BrowserSession, [User]) throws -> Set<String>
    ) throws -> EndedSession {
        guard let hash = browser.sessionHash, var session = try transaction.session(idHash: hash) else {
            return EndedSession()
        }
        let users = try session.accounts.compactMap { try transaction.user(objectID: $0.userID) }
        let ids = try leaving(session, users)
        let left = session.accounts.filter { ids.contains($0.userID) }.compactMap { account in
            users.first { $0.objectID == account.userID }.map { Member(account: account, user: $0) }
        }
        session.accounts.removeAll { ids.contains($0.userID) }
        try transaction.put(session)
        try transaction.append(left.map { context.entry(.signedOut, clientID: clientID, user: $0.user) })
        return EndedSession(left: left, isEmpty: session.accounts.isEmpty)
    }

    /// Removes the browser's cookie if no account remains.
    func clearCookie(in response: inout HTTPResponse) {
        if isEmpty { Cookies.clear(Cookies.session, in: &response) }
    }
}
