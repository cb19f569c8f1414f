import KeyfobIdPModel
import KeyfobOAuth

/// A sign-in at the time of one request: the request, its progress and the browser.
struct SignInAttempt: Sendable {
    let draft: AuthorizationDraft
    var pending: PendingSignIn
    /// The flow token that the browser sent; nil at the first request.
    let flowToken: String?
    let browser: Browser
    /// A new session cookie, if the user has just signed in: a new one each time (session fixation).
    var newSession: String?
    /// The permissions that the user has just accepted on the consent page.
    var accepted: [MissingConsent.Item]?
    /// Whether the user has just changed the profile, under a policy for that.
    var hasEditedProfile = false
    /// Whether the user has just chosen to sign in by certificate, as ``typedName``.
    var wantsCertificate = false
    /// Whether the user has read on the page that access is denied, and returns to the app.
    var acknowledgesRefusal = false
    /// The reason why the password page is shown again.
    var notice: PageNotice?
    /// The name that was typed on the sign-in page.
    var typedName: String?
    /// Whether the user is between the two pages of the sign-in: they gave the name, or want to give another.
    var isBetweenPages = false
    /// Whether the browser keeps the session when it closes, as the user has just chosen; nil if the page did not offer
    /// it.
    var staysSignedIn: Bool?

    /// Whether all permissions are requested, granted or not.
    var asksEverything: Bool { draft.request.prompt == .consent || isForEveryone }
    /// Whether a user has given a second factor in this sign-in.
    func hasProvedFactor(of userID: String) -> Bool {
        pending.factor?.userID == userID && pending.factor?.provedAt != nil
    }
    /// Whether an administrator is asked to consent for all users of the tenant.
    var isForEveryone: Bool { pending.purpose == .adminConsent || draft.request.prompt == .adminConsent }
}

/// The log entries for the steps of a sign-in.
enum SignInLog {
    static func entry(
        _ event: SignInEvent, _ attempt: SignInAttempt, _ context: RequestContext, user: User? = nil,
        scopes: [String]? = nil, errorCode: Int? = nil, detail: String? = nil
    ) -> SignInLogEntry {
        var entry = context.entry(
            event, clientID: attempt.draft.request.clientID,
            redirectURI: attempt.draft.reply?.redirectURI, user: user, scopes: scopes ?? attempt.draft.access.spellings,
            resource: attempt.draft.access.apis.first?.application.identifierURIs.first, errorCode: errorCode,
            detail: detail)
        entry.correlationID = attempt.pending.correlationID
        entry.note(attempt.pending.evidence)
        return entry
    }
}
