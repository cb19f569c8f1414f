import KeyfobOAuth

/// The next step of a sign-in.
enum SignInDecision: Sendable {
    /// Request name and password.
    case password(name: String?)
    /// Request a certificate of that user from the browser.
    case certificate(name: String)
    /// Let the user pick one of the signed-in accounts.
    case pick([User])
    /// Request consent.
    case consent(User, MissingConsent)
    /// Let a customer change the profile.
    case profile(User)
    /// Challenge the device to prove its key.
    case deviceProof
    /// Request a second factor.
    case secondFactor(User, FactorOffer)
    /// Let the user register a second factor.
    case registerFactor(User, FactorOffer)
    /// Show the user that a policy denies access, and then return the error to the client.
    case refuse(OAuthError)
    /// Send the broker's web view to an action that comes first.
    case leave(String)
    /// Complete the sign-in of this user, with this account.
    case done(User, account: BrowserSession.Account)
    /// Return the error to the client.
    case fail(OAuthError)
}
