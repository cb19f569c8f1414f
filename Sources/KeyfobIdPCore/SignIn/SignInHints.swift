import KeyfobIdPModel
import KeyfobOAuth

/// The user that the client expects: by name, by an earlier id token, by the session.
struct SignInHints: Sendable {
    /// `login_hint`: a user principal name or a mail address, in lower case.
    private let name: String?
    /// The user whom `id_token_hint` names, by the object id in the home tenant; empty if there is none.
    private let userID: String?
    /// `sid`
    private let sessionID: String?

    init(_ attempt: SignInAttempt) {
        name = attempt.draft.request.loginHint?.lowercased()
        userID = attempt.pending.hintedUserID
        sessionID = attempt.draft.request.extra.nonEmpty("sid")
    }

    /// Whether an account may be the expected one.
    ///
    /// - Parameters:
    ///   - home: the user who signed in; for a guest the object in the home tenant.
    ///   - session: the account's session.
    func fit(_ home: User, session: String) -> Bool {
        (name.map { Self.isNamed(home, $0) } ?? true) && !excludes(home) && (sessionID ?? session) == session
    }

    /// Whether `id_token_hint` excludes a user: a response about another user than the one that it names is an error
    /// (OpenID Connect Core section 3.1.2.1).
    func excludes(_ home: User) -> Bool { userID.map { $0 != home.objectID } ?? false }

    /// Whether the session that the client names is not among these.
    func isSessionMissing(among sessions: [String]) -> Bool {
        sessionID.map { !sessions.contains($0) } ?? false
    }

    /// Whether a user has a name: the user principal name, which is also the opaque hint of id tokens, or the mail
    /// address.
    static func isNamed(_ user: User, _ name: String) -> Bool {
        [user.userPrincipalName, user.mail].contains { $0?.lowercased() == name.lowercased() }
    }
}
