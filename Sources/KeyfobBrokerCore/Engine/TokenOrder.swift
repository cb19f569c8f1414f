import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// What an app wants of the broker, whichever way it asked, once the rules about callers have let it in.
struct TokenOrder: Sendable {
    /// The app, as far as it is known.
    var app: RequestingApp
    /// Who asks, as the operating system told it; nil where it does not.
    var caller: CallerIdentity?
    /// Which way it came.
    var channel: CallerIdentity.Channel
    var clientID: String
    /// The app's own, as registered.
    var redirectURI: RedirectURI
    var authority: Authority
    /// Without the reserved ones.
    var scopes: ScopeSet
    /// v1: what the access token is for.
    var resource: String?
    var user: BrokerUser
    var asking: BrokerAsking
    /// The claims to ask for, as JSON, capabilities included.
    var claims: String?
    /// Whether claims beside the capabilities are asked for: no stored token answers them.
    var hasClaimsChallenge = false
    var intune: IntuneContext
    /// Whether a stored token will not do.
    var skipsCache = false
    var skipsAccountCheck = false
    var correlationID: String
    var binding: BrokerTokenBinding?
    /// Whether the app has shown by its application token that it was answered before.
    var isKnownApp = false
    /// What the app's SDK keeps of its set-up: the answer brings it back (`onboardingBlob`).
    var onboarding: String?
    /// The thumbprint of the key that the answer is encrypted with; nil through the single sign-on extension.
    var keyThumbprint: String?

    var dialect: OAuthDialect { resource == nil ? .v2 : .v1 }

    /// Under which scopes tokens are kept: those of v1 as all that was granted for the resource.
    var storedScopes: ScopeSet { resource.map { ["\($0)/.default"] } ?? scopes }

    /// What must be shown.
    var prompt: Prompt? {
        if asking.forcesPrompt { return .login }
        return asking.prompt.flatMap { $0.isEmpty ? nil : Prompt(rawValue: $0) }
    }

    /// What the provider is asked to show. Version 2 has no word for a session that is to be renewed: its pages decide.
    var providerPrompt: Prompt? { dialect == .v2 && prompt == .refreshSession ? nil : prompt }

    /// That the person lets this app use an account.
    func consent(to account: HeldAccount) -> AppConsent {
        AppConsent(app: app.owner, clientID: clientID, account: account, keyThumbprint: keyThumbprint)
    }

    /// What the person may be known by before they have signed in. An object id says nothing to a sign-in page.
    var loginHint: String? { user.loginHint ?? (user.kind == .uniqueID ? nil : user.username) }

    /// Whether the app names somebody, be it only to begin with.
    var namesSomebody: Bool {
        [user.homeAccountID, user.username, user.loginHint].contains { $0?.isEmpty == false }
    }

    /// Whether it is this account that the app names.
    func names(_ account: HeldAccount) -> Bool {
        account.isNamed(
            identifier: user.homeAccountID, username: user.kind == .uniqueID ? user.username : loginHint,
            kind: user.kind)
    }

    /// The claim that tells the provider who asks; nil if nobody says it.
    var callerClaim: JSONValue? { caller?.claim }

    /// The enrolment of an account with the app-protection service.
    func enrollmentID(_ account: HeldAccount) -> String? {
        intune.enrollmentID(homeAccountID: account.homeAccountID, userID: account.username)
    }
}
