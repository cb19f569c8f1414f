import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The steps of a sign-in between the account and the tokens, and after them.
extension InteractiveFlow {
    /// Registers the device if a rule requires it and it is not registered: for the first time, or again after the
    /// organization has removed it.
    mutating func register(
        _ account: VaultAccount, _ next: Next, _ facts: SignInFacts
    ) throws(AuthError) -> SignInAction {
        guard rules(facts).wantsRegistration(order, account) else { return try goOn(account, next, facts) }
        let request = PrimaryRequest(account: account, identity: WebIdentity(account: account))
        return perform(.signInForBroker(request), then: .registering(account, next))
    }

    mutating func goOn(
        _ account: VaultAccount, _ next: Next, _ facts: SignInFacts
    ) throws(AuthError) -> SignInAction {
        switch next {
        case .tokens where showsPages: return openPages(account, facts)
        case .tokens: return perform(.fetchTokens(account), then: .fetching(account, isFresh: false))
        case .firstTokens where facts.state.primaryToken(of: account) == nil:
            return openPages(account, isFresh: true, facts)
        case .firstTokens: return perform(.fetchTokens(account), then: .fetching(account, isFresh: true))
        case .answer(let user):
            let answer = try BrokerTokenResponse(user.flow, expected: account)
            let input = SaveInput(user.flow, for: order, account: account)
            return perform(.save(input, account), then: .saving(answer, user))
        }
    }

    /// Whether the app requested a prompt that has to be shown before it gets tokens.
    private var showsPages: Bool {
        guard let prompt = order.prompt else { return false }
        return prompt != .selectAccount
    }

    /// What the web view's pages proved, a second factor above all, now counts for every app.
    mutating func strengthen(
        _ answer: BrokerTokenResponse, _ user: SignedIn, _ facts: SignInFacts
    ) -> SignInAction {
        guard user.account.kind == .work, user.visit.isInWebView,
            configuration.registration == .atSignIn || facts.state.primaryToken(of: user.account) != nil
        else { return finish(answer) }
        let request = PrimaryRequest(account: user.account, identity: user.visit.identity, keepsRegistration: true)
        return perform(.signInForBroker(request), then: .strengthening(answer))
    }
}
