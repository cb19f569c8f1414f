import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The actions that an interactive sign-in requests.
enum SignInAction: Sendable {
    /// Perform a step and return its event.
    case perform(SignInStep)
    /// Finish with the app's tokens.
    case finish(BrokerTokenResponse)
    /// Fail with an error.
    case fail(AuthError)
}

/// A step of an interactive sign-in.
enum SignInStep: Sendable {
    /// Show a page of the broker's: `submitted`.
    case show(BrokerPage)
    /// Store the user's consent that the app uses an account: `stored`.
    case storeConsent(VaultAccount)
    /// Store an account and that consent: `stored`.
    case remember(VaultAccount)
    /// Sign a user in for the broker itself: `signedInForBroker`.
    case signInForBroker(PrimaryRequest)
    /// Get the app's tokens without a page: `tokens`.
    case fetchTokens(VaultAccount)
    /// Open the provider's pages for the app's request in the web view: `left` or `signedInForApp`.
    case openPages(CodeFlowParameters, WebIdentity, PresentedCertificate?)
    /// Continue on these pages after an exit: `left` or `signedInForApp`.
    case goOn(ExitStep, WebIdentity)
    /// List the certificates that the broker may present to a provider, by its host: `certificates`.
    case listCertificates(String)
    /// Open the provider's pages in the system's browser: `signedInForApp`.
    case openSystemBrowser(CodeFlowParameters)
    /// Store the app's tokens: `stored`.
    case save(SaveInput, VaultAccount)

    /// Whether the user may enter credentials in this step.
    var asksForCredentials: Bool {
        switch self {
        case .signInForBroker, .openPages, .openSystemBrowser: true
        case .show, .storeConsent, .remember, .fetchTokens, .goOn, .listCertificates, .save: false
        }
    }
}

/// Whom the web view proves to the provider.
struct WebIdentity: Sendable, Hashable {
    /// The account, by its primary refresh token if the broker has one; nil for none.
    var account: VaultAccount?
    /// Whether the user has to enter credentials: no credential of the broker's may sign them in.
    var isSilenced = false
}

/// A certificate to present to a provider.
struct PresentedCertificate: Sendable, Hashable {
    /// Its name among the ``PersonalCertificates``.
    let name: String
    /// `host` or `host:port` of the provider.
    let provider: String
}

/// The broker's own sign-in of a user: its request.
struct PrimaryRequest: Sendable, Hashable {
    /// The expected account; nil for any.
    var account: VaultAccount?
    /// The login hint, if no account is expected.
    var hint: String?
    /// The prompt for the provider.
    var prompt: Prompt?
    /// Whom the web view proves.
    var identity: WebIdentity
    /// Whether a device that is registered already is registered again. The old registration stays until the new one
    /// and its primary refresh token have arrived.
    var replacesRegistration = false
    /// Whether an existing registration is kept as long as the organization has it: then an existing session is enough.
    var keepsRegistration = false
}
