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

    /// Whether the app names a user, if only as a hint.
    var namesSomebody: Bool {
        [user.homeAccountID, user.username, user.loginHint].contains { $0?.isEmpty == false }
    }

    /// Returns whether the app names this account.
    func names(_ account: VaultAccount) -> Bool {
        account.isNamed(
            identifier: user.homeAccountID, username: user.kind == .uniqueID ? user.username : loginHint,
            kind: user.kind)
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
    /// Returns whether this app may use an account without the user being asked.
    ///
    /// Over a URL whose sender the device does not report, the bundle id is only the redirect URI's: an app that
    /// catches the responses to it would get what the user let another app have. The application token that the broker
    /// issued with its last response, which only the holder of the app's key could read, proves that it is the same
    /// app. It counts for the accounts that were selected or confirmed with that key, since any app can get a response
    /// about another one.
    func isLet(to account: VaultAccount, in state: BrokerState) -> Bool {
        guard !app.isVerified else { return true }
        guard channel == .url else { return state.hasConsent(self, account) }
        return isKnownApp && state.consents.contains(consent(to: account))
    }
}

extension BrokerState {
    func hasConsent(_ order: BrokerTokenRequest, _ account: VaultAccount) -> Bool {
        let wanted = order.consent(to: account)
        return consents.contains {
            $0.app == wanted.app && $0.clientID == wanted.clientID && $0.isAbout(account)
        }
    }
}
