import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// An app's request to the broker, over either channel, once the caller rules have admitted it.
struct BrokerTokenRequest: Sendable {
    /// The app, as far as it is known.
    var app: RequestingApp
    /// The requesting app, as identified by the operating system; nil where it reports none.
    var caller: CallerIdentity?
    /// The channel that the request came by.
    var channel: CallerIdentity.Channel
    var clientID: String
    /// The app's registered redirect URI.
    var redirectURI: RedirectURI
    var authority: Authority
    /// The requested scopes, without the reserved ones.
    var scopes: ScopeSet
    /// v1: the resource that the access token is for.
    var resource: String?
    var user: BrokerUser
    var asking: BrokerPrompt
    /// The requested claims as JSON, capabilities included.
    var claims: String?
    /// Whether claims besides the capabilities are requested: no cached token satisfies them.
    var hasClaimsChallenge = false
    var intune: IntuneContext
    /// Whether a cached token must not be used.
    var skipsCache = false
    var skipsAccountCheck = false
    var correlationID: String
    var binding: BrokerTokenBinding?
    /// Whether the app's application token proves that it got a response before.
    var isKnownApp = false
    /// The onboarding state of the app's SDK, which the response returns (`onboardingBlob`).
    var onboarding: String?
    /// The thumbprint of the key that the response is encrypted with; nil for the single sign-on extension.
    var keyThumbprint: String?

    var dialect: OAuthDialect { resource == nil ? .v2 : .v1 }

    /// The scopes under which tokens are stored: those of v1 under the resource's default scope.
    var storedScopes: ScopeSet { resource.map { ["\($0)/.default"] } ?? scopes }

    /// The prompt that the app requested.
    var prompt: Prompt? {
        if asking.forcesPrompt { return .login }
        return asking.prompt.flatMap { $0.isEmpty ? nil : Prompt(rawValue: $0) }
    }

    /// The prompt for the provider. Version 2 has no value for refreshing a session: its pages decide.
    var providerPrompt: Prompt? { dialect == .v2 && prompt == .refreshSession ? nil : prompt }

    /// The user's consent that this app uses an account.
    func consent(to account: VaultAccount) -> AppConsent {
        AppConsent(app: app.owner, clientID: clientID, account: account, keyThumbprint: keyThumbprint)
    }

    /// The login hint for the sign-in page. An object id is none.
    var loginHint: String? { user.loginHint ?? (user.kind == .uniqueID ? nil : user.username) }

    /// The names that the app states as a hint, in its member or among the provider's parameters.
    private var hints: [String] {
        [user.loginHint, asking.extraParameters["login_hint"]].compactMap { $0 }.filter { !$0.isEmpty }
    }

    /// Whether the app names a user by its identifier or its name.
    private var namesAccount: Bool { [user.homeAccountID, user.username].contains { $0?.isEmpty == false } }

    /// Whether the app names a user, if only as a hint.
    var namesSomebody: Bool { namesAccount || !hints.isEmpty }

    /// Returns whether the app names this account. A hint has to fit too: tokens of another account than the hinted one
    /// are never a silent call's result.
    func names(_ account: VaultAccount) -> Bool {
        guard namesSomebody, hints.allSatisfy({ $0.lowercased() == account.username.lowercased() }) else {
            return false
        }
        return !namesAccount
            || account.isNamed(identifier: user.homeAccountID, username: user.username, kind: user.kind)
    }

    /// Compares the user who signed in with the one that the app requested.
    ///
    /// - Throws: ``AuthError`` with code `accountMismatch` if the app requested another user.
    func admit(_ account: VaultAccount) throws(AuthError) {
        guard !skipsAccountCheck else { return }
        if let identifier = user.homeAccountID, !identifier.isEmpty {
            guard identifier.lowercased() == account.homeAccountID else { throw .otherAccount }
        }
        guard let name = user.username, !name.isEmpty else { return }
        switch user.kind {
        case .optionalName: return
        case .requiredName: guard name.lowercased() == account.username.lowercased() else { throw .otherAccount }
        case .uniqueID: guard name.lowercased() == account.localAccountID.lowercased() else { throw .otherAccount }
        }
    }

    /// The claim that identifies the calling app to the provider; nil if the operating system does not report it.
    var callerClaim: JSONValue? { caller?.claim }

    /// Returns the enrolment of an account with the app-protection service.
    func enrollmentID(_ account: VaultAccount) -> String? {
        intune.enrollmentID(homeAccountID: account.homeAccountID, userID: account.username)
    }
}

extension BrokerTokenRequest {
    /// Returns whether this app may use an account without the user being asked: the user has let it before, under its
    /// team and bundle id, whenever the device is registered.
    ///
    /// Over a URL no team is known, and where the device does not report the sender, the bundle id is only the redirect
    /// URI's: an app that catches the responses to it would get what the user let another app have. There the consent
    /// belongs to the key that responses are encrypted with, and the application token that the broker issued with its
    /// last response, which only the holder of the key could read, proves that it is the same app.
    ///
    /// - Parameter asksBeforeFirstUse: false if the administrator lets every app that the device verifies use the
    ///   accounts.
    func isLet(to account: VaultAccount, in state: BrokerState, asksBeforeFirstUse: Bool) -> Bool {
        guard !app.isUnsigned else { return false }
        if app.isVerified, !asksBeforeFirstUse { return true }
        switch channel {
        case .url: return (app.isVerified || isKnownApp) && state.consents.contains(consent(to: account))
        case .singleSignOnExtension: return state.hasConsent(self, account)
        }
    }
}

extension BrokerState {
    func hasConsent(_ order: BrokerTokenRequest, _ account: VaultAccount) -> Bool {
        hasConsent(order.app, clientID: order.clientID, account)
    }

    /// Returns whether the user has let an app use an account.
    ///
    /// - Parameter clientID: the app's client; nil for any.
    func hasConsent(_ app: RequestingApp, clientID: String?, _ account: VaultAccount) -> Bool {
        consents.contains { consent in
            consent.app == app.owner && consent.isAbout(account)
                && clientID.map { $0.lowercased() == consent.clientID } ?? true
        }
    }
}
