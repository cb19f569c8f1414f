import KeyfobOAuth

/// Whom the client expects: by name, by an earlier id token, by the session.
struct SignInHints: Sendable {
    /// `login_hint`: a user principal name or a mail address, in lower case.
    private let name: String?
    /// Whom `id_token_hint` names, by the object id at home; empty if that is nobody here.
    private let userID: String?
    /// `sid`
    private let sessionID: String?

    init(_ attempt: SignInAttempt) {
        name = attempt.draft.request.loginHint?.lowercased()
        userID = attempt.pending.hintedUserID
        sessionID = attempt.draft.request.extra.nonEmpty("sid")
    }

    /// Whether an account may be the one that is expected.
    ///
    /// - Parameters:
    ///   - home: who signed in; of a guest the object at home.
    ///   - session: the account's session.
    func fit(_ home: User, session: String) -> Bool {
        (name.map { Self.isNamed(home, $0) } ?? true) && !excludes(home) && (sessionID ?? session) == session
    }

    /// Whether the client is to hear of nobody but somebody else: an answer about another user than that of
    /// `id_token_hint` is an error, whoever has signed in (OpenID Connect Core section 3.1.2.1).
    func excludes(_ home: User) -> Bool { userID.map { $0 != home.objectID } ?? false }

    /// Whether the session that the client names is none of these.
    func isSessionMissing(among sessions: [String]) -> Bool {
        sessionID.map { !sessions.contains($0) } ?? false
    }

    /// Whether a user goes by a name: the user principal name, which is the opaque hint of id tokens as well, or the mail
    /// address.
    static func isNamed(_ user: User, _ name: String) -> Bool {
        [user.userPrincipalName, user.mail].contains { $0?.lowercased() == name.lowercased() }
    }
}
