import KeyfobOAuth

/// A sign-in at the moment of one request: what is asked, how far it is, in which browser.
struct SignInAttempt: Sendable {
    let draft: AuthorizationDraft
    var pending: PendingSignIn
    /// The flow token that the browser sent; nil at the first request.
    let flowToken: String?
    let browser: Browser
    /// A new session cookie, if the person has just signed in: a new one each time (session fixation).
    var newSession: String?
    /// What the consent page's answer allowed, if it was just given.
    var accepted: [MissingConsent.Item]?
    /// Whether the person has just changed their profile, for a policy that is for that.
    var hasEditedProfile = false
    /// Whether the person has just chosen to sign in by certificate, as ``typedName``.
    var wantsCertificate = false
    /// Whether the person has read on the page that there is no access, and goes back to the app.
    var acknowledgesRefusal = false
    /// Why the password page is shown again.
    var notice: PageNotice?
    /// What was typed into the password page's first field.
    var typedName: String?

    /// Whether everything is asked for, granted or not.
    var asksEverything: Bool { draft.request.prompt == .consent || isForEveryone }
    /// Whether a user has given a second factor in this very sign-in.
    func hasProvedFactor(of userID: String) -> Bool {
        pending.factor?.userID == userID && pending.factor?.provedAt != nil
    }
    /// Whether an administrator is asked to consent for everybody in the tenant.
    var isForEveryone: Bool { pending.purpose == .adminConsent || draft.request.prompt == .adminConsent }
}
