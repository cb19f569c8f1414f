import KeyfobIdPModel
import KeyfobOAuth

/// A requirement that a sign-in has to meet before a code is issued: a row of ``InteractionTable``.
///
/// The rows are asked in order after every form; the first one that returns a step determines the next page. A row for
/// a new kind of prompt needs nothing else than its folder and its place in the table.
protocol Interaction: Sendable {
    /// The forms by which its prompts are answered.
    var forms: [PromptForm] { get }

    /// The next step while the requirement is not met; nil if it is met.
    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep?

    /// A step by which the user or the device may resolve an error of any row; nil if there is none.
    func step(toResolve error: OAuthError, _ signIn: SignInProgress) -> SignInStep?
}

extension Interaction {
    var forms: [PromptForm] { [] }

    func step(toResolve error: OAuthError, _ signIn: SignInProgress) -> SignInStep? { nil }
}

/// The next step of a sign-in that is not complete.
enum SignInStep: Sendable {
    /// Show a prompt, or send the browser to where it is answered.
    case prompt(any SignInPrompt)
    /// Send the broker's web view to an action that comes first.
    case leave(String)
    /// Return the error to the client.
    case fail(OAuthError)
}

/// A sign-in while the rows of the table are asked.
struct SignInProgress {
    let attempt: SignInAttempt
    let client: Application
    let context: RequestContext
    /// The browser's session; nil if it has none, or the session has expired.
    let session: BrowserSession?
    /// The account that signs in, once ``AccountInteraction`` has determined it.
    var chosen: ChosenAccount?
    /// Whether a policy ends the session with the browser, whatever the user chose.
    var endsWithBrowser = false
}

/// An account of the browser's session.
struct ChosenAccount {
    /// The user in the issuing tenant.
    let user: User
    /// The user who signed in: another object for a guest.
    let home: User
    let account: BrowserSession.Account
}
