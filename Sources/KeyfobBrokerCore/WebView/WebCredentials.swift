import KeyfobCore
import KeyfobOAuth

/// What the broker proves to identity providers while it loads their pages.
protocol WebCredentials: Sendable {
    /// Whether an address is of an identity provider that the broker gives its credentials to.
    func isProvider(_ url: HTTPURL) -> Bool

    /// The value of `x-ms-RefreshTokenCredential` for a request to the authorization endpoint; nil if there is none.
    ///
    /// - Parameter nonce: the one that the provider asked for, if it did.
    func singleSignOn(at url: HTTPURL, nonce: String?) async -> Secret<String>?

    /// The request that answers a provider's question for the device's key; nil if the challenge is malformed or leads
    /// elsewhere than to a provider.
    func answer(to challenge: String) async -> HTTPRequest?
}

/// What the web view does after an exit.
enum ExitOutcome: Sendable {
    /// Loads the first request again, and proves anew what is known by now.
    case reload
    /// Loads another page.
    case open(HTTPURL)
}
