import KeyfobOAuth

/// What comes next in a sign-in.
enum SignInDecision: Sendable {
    /// Ask for name and password.
    case password(name: String?)
    /// Ask the browser for a certificate of that user.
    case certificate(name: String)
    /// Ask which of the signed-in accounts.
    case pick([User])
    /// Ask for consent.
    case consent(User, MissingConsent)
    /// Let a customer change the profile.
    case profile(User)
    /// Ask the device to prove its key.
    case deviceProof
    /// Ask for a second factor.
    case secondFactor(User, FactorOffer)
    /// Let the person register a second factor.
    case registerFactor(User, FactorOffer)
    /// Tell the person that a policy gives no access, and then the client.
    case refuse(OAuthError)
    /// Send the broker's web view to something that it has to do first.
    case leave(String)
    /// Done: this user, who entered the password then.
    case done(User, account: BrowserSession.Account)
    /// The client is told why not.
    case fail(OAuthError)
}
