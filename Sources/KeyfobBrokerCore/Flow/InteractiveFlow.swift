import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The interactive sign-in for an app as a state machine without I/O: it selects the account, asks whether this app may
/// use it, and opens the provider's pages if they are needed.
///
/// All decisions can be tested with events; ``InteractiveSignIn`` performs the steps.
struct InteractiveFlow: Sendable {
    enum State: Sendable {
        case idle
        /// The user selects one of these accounts.
        case choosing([VaultAccount])
        /// The user decides whether the app may use the account.
        case confirming(VaultAccount)
        case storingConsent(VaultAccount)
        /// A user whom the broker does not have yet signs in for it.
        case admitting
        case remembering(VaultAccount, Next)
        case registering(VaultAccount, Next)
        case fetching(VaultAccount, isFresh: Bool)
        case onPages(ProviderVisit, ProviderVisit.Step)
        /// The user decides whether the app may use the account that just signed in.
        case confirmingUser(SignedIn)
        case saving(BrokerTokenResponse, SignedIn)
        /// What the pages proved is made to count for every app.
        case strengthening(BrokerTokenResponse)
        case done
    }

    /// What follows once the account is stored and the device is registered.
    enum Next: Sendable {
        /// Tokens for an account that the broker had.
        case tokens
        /// Tokens for an account that has just signed in for the broker.
        case firstTokens
        /// The tokens that the provider's pages brought.
        case answer(SignedIn)
    }

    /// A user who signed in on the provider's pages.
    struct SignedIn: Sendable {
        let flow: FlowResult
        let account: VaultAccount
        let visit: ProviderVisit
    }

    let order: BrokerTokenRequest
    let configuration: BrokerConfiguration
    /// The broker's name for the authority's host.
    let environment: String
    /// Whether a URL is of the organization: of the provider, or of a host in the broker's configuration.
    let isTrusted: @Sendable (HTTPURL) -> Bool
    var state = State.idle
    /// The account that the sign-in is for, once the user has let the app use it.
    var settled: VaultAccount?

    init(
        _ order: BrokerTokenRequest, _ configuration: BrokerConfiguration, environment: String,
        isTrusted: @escaping @Sendable (HTTPURL) -> Bool
    ) {
        self.order = order
        self.configuration = configuration
        self.environment = environment
        self.isTrusted = isTrusted
    }

    /// Handles an event and returns the next action.
    ///
    /// - Returns: nil for an unexpected event, which changes nothing. After `finish` or `fail` every event is one.
    mutating func handle(_ event: SignInEvent, seeing facts: SignInFacts) -> SignInAction? {
        do throws(AuthError) {
            return try next(event, facts)
        } catch {
            state = .done
            return .fail(error)
        }
    }

    private mutating func next(_ event: SignInEvent, _ facts: SignInFacts) throws(AuthError) -> SignInAction? {
        switch (state, event) {
        case (.idle, .start): return try choose(facts)
        case (.idle, _), (.done, _): return nil
        case (.fetching(let account, let isFresh), .failed(let error)) where error.isForPages:
            return openPages(account, isFresh: isFresh, facts)
        // The app already has its tokens: if this step fails, the sign-in still succeeds.
        case (.strengthening(let answer), .failed), (.strengthening(let answer), .signedInForBroker):
            return finish(answer)
        case (_, .failed(let error)): throw error
        case (.onPages(let visit, let step), _): return try handle(event, on: visit, step, facts)
        case (.choosing(let accounts), .submitted(let submission)):
            switch AccountChooserPage(app: order.app, accounts: accounts).choice(submission) {
            case .account(let index): return try begin(accounts[index], isChosen: true, facts)
            case .other: return try admit(facts)
            case nil: throw .userWentBack
            }
        case (.confirming(let account), .submitted(let submission)):
            guard QuestionPage.confirmation(order.app, account: account).goesOn(submission) else {
                throw .userWentBack
            }
            return try storeConsent(account, facts)
        case (.storingConsent(let account), .stored): return try register(account, .tokens, facts)
        case (.admitting, .signedInForBroker(.signedIn(let account))): return remember(account, .firstTokens)
        case (.admitting, .signedInForBroker(.certificateWanted(let wanted))):
            return openPages(nil, wanted: wanted, facts)
        case (.remembering(let account, let next), .stored): return try register(account, next, facts)
        case (.registering(let account, let next), .signedInForBroker(let outcome)):
            if case .certificateWanted(let wanted) = outcome { throw wanted.error }
            guard !rules(facts).wantsRegistration(order, account) else { throw .registrationNeeded }
            return try goOn(account, next, facts)
        case (.fetching, .tokens(let answer)): return finish(answer)
        case (.confirmingUser(let user), .submitted(let submission)):
            guard QuestionPage.confirmation(order.app, account: user.account).goesOn(submission) else {
                throw .userWentBack
            }
            return remember(user.account, .answer(user))
        case (.saving(let answer, let user), .stored): return strengthen(answer, user, facts)
        default: return nil
        }
    }

    /// The administrator's rules for the vault's present state.
    func rules(_ facts: SignInFacts) -> AccountRules {
        AccountRules(policy: configuration.policy, state: facts.state)
    }

    mutating func perform(_ step: SignInStep, then next: State) -> SignInAction {
        state = next
        return .perform(step)
    }

    mutating func finish(_ answer: BrokerTokenResponse) -> SignInAction {
        state = .done
        return .finish(answer)
    }
}

extension AuthError {
    static var userWentBack: AuthError {
        AuthError(
            .userCanceled, origin: .broker, message: "The user went back to the app without choosing.",
            remedy: "Sign in again if the user still wants to.")
    }

    /// Whether the user can resolve the error on the provider's pages.
    fileprivate var isForPages: Bool {
        code == .interactionRequired || code == .deviceRegistrationRequired || code == .serverDeclinedScopes
    }
}
