import KeyfobCore
import KeyfobFlows

/// The events of an interactive sign-in.
enum SignInEvent: Sendable {
    /// The sign-in starts.
    case start
    /// The user responded to the broker's page.
    case submitted(PageSubmission)
    /// The change is stored.
    case stored
    /// The provider issued the app's tokens without a page.
    case tokens(BrokerTokenResponse)
    /// The broker's own sign-in has ended.
    case signedInForBroker(PrimarySignInResult)
    /// A provider's page requests an action of the broker.
    case left(BrokerActionURL)
    /// The provider signed a user in for the app; the account is nil if its response has no id token.
    case signedInForApp(FlowResult, VaultAccount?)
    /// The names of the certificates that the broker may present.
    case certificates([String])
    /// The step failed.
    case failed(AuthError)
}

/// The outcome of the broker's own sign-in.
enum PrimarySignInResult: Sendable {
    /// This account signed in.
    case signedIn(VaultAccount)
    /// The user wants to sign in by certificate: for that, the user signs in for the app first.
    case certificateWanted(CertificateWanted)
}

/// What an interactive sign-in knows about the broker when an event arrives.
struct SignInFacts: Sendable {
    /// The vault's contents.
    let state: BrokerState
    /// Whether the web view has cookies.
    let hasCookies: Bool

    /// Whether the provider may sign a user in by the web view's cookies.
    var mayKnowUser: Bool { !state.accounts.isEmpty || hasCookies }
}
