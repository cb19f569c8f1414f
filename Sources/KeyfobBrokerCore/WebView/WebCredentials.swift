import KeyfobCore
import KeyfobOAuth

/// The credentials that the broker presents to identity providers while it loads their pages.
protocol WebCredentials: Sendable {
    /// Returns whether a URL belongs to an identity provider that may receive the broker's credentials.
    func isProvider(_ url: HTTPURL) -> Bool

    /// Returns the value of `x-ms-RefreshTokenCredential` for a request to the authorization endpoint; nil if there is
    /// none.
    ///
    /// - Parameter nonce: the nonce that the provider requested, if any.
    func singleSignOn(at url: HTTPURL, nonce: String?) async -> Secret<String>?

    /// Returns the request that answers a provider's challenge for the device's key; nil if the challenge is malformed
    /// or names a host that is not a provider's.
    func answer(to challenge: String) async -> HTTPRequest?
}

/// The web view's next step after an exit.
enum ExitStep: Sendable {
    /// Loads the first request again, with the credentials that are available by then.
    case reload
    /// Loads another page.
    case open(HTTPURL)
}
