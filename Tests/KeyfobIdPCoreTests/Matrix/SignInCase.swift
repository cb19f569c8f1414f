/// One case of the matrix: who signs in, to what, where, and what happened before. Nothing here is the provider's.
struct SignInCase: Hashable, Sendable {
    /// The account that the user at the browser has.
    enum Account: String, CaseIterable, Sendable {
        /// Of Contoso, and a guest of Fabrikam.
        case member
        /// Of Fabrikam, and no guest of Contoso.
        case stranger
        /// Personal, and a guest nowhere.
        case personal
        /// Personal, and a guest of Contoso.
        case personalGuest
        /// Of Contoso, and disabled.
        case disabled
        /// Of Contoso, and a guest of Fabrikam whose guest object is disabled.
        case disabledGuest
    }

    /// `signInAudience` of the registration, which is Contoso's.
    enum Audience: String, CaseIterable, Sendable {
        case contoso, organizations, organizationsAndPersonal, personal
    }

    /// The tenant in the address.
    enum Endpoint: String, CaseIterable, Sendable {
        case contoso, fabrikam, common, organizations, consumers
    }

    enum Version: String, CaseIterable, Sendable { case v1, v2 }

    enum Prompt: String, CaseIterable, Sendable { case absent, none, login, selectAccount, consent }

    /// The accounts that are signed in in the browser.
    enum Session: String, CaseIterable, Sendable {
        case empty
        /// The account of the case, since a minute.
        case same
        /// Another member of Contoso.
        case other
        /// Both.
        case two
        /// The account of the case, used last more than a day ago.
        case expired
        /// The account of the case, whose password was entered two hours ago.
        case stale
    }

    /// The Conditional Access policy of both organizations, for all users and apps.
    enum Policy: String, CaseIterable, Sendable {
        case absent
        /// A second factor, which the users have registered.
        case factor
        /// A second factor, which no user has registered.
        case unregisteredFactor
        case block
        /// A compliant device; the browser has none.
        case compliantDevice
        /// The password every hour.
        case frequency
    }

    var account = Account.member
    var audience = Audience.organizationsAndPersonal
    var endpoint = Endpoint.contoso
    var version = Version.v2
    var prompt = Prompt.absent
    var session = Session.empty
    var policy = Policy.absent
    /// Whether an administrator, or for a personal account the user, has consented to what the app requests.
    var isConsented = true
}

/// What the user sees, and what the app gets.
enum SignInOutcome: Hashable, Sendable {
    /// A page of the sign-in.
    enum Step: String, Sendable {
        case credentials, picker, secondFactor, registerFactor, refused, consent
    }

    /// The sign-in ends on an error page; the app gets nothing.
    case page([Step], number: Int)
    /// The app gets an error.
    case refused([Step], error: String, number: Int)
    /// The app gets a code, and tokens for it.
    case tokens([Step], IssuedTokens)
}

/// The claims of the id token that depend on the case.
struct IssuedTokens: Hashable, Sendable {
    enum Tenant: String, Sendable { case contoso, fabrikam, personal }

    /// Whether they are the other user's, who was the only one signed in.
    var isOther = false
    /// `tid`, and the tenant of `iss`
    var tenant: Tenant
    /// `ver`, and the form of `iss`
    var version: SignInCase.Version
    /// `acct` is 1, and `idp` names the home.
    var isGuest = false
    /// `amr`, at version 1
    var hasSecondFactor = false
}
