import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// The account of a sign-in, and the user's consent that the app uses it.
extension InteractiveFlow {
    /// Selects the account to continue with: the one that the app names, the one of a shared device, or the user's
    /// choice; an account that the broker does not have yet signs in first.
    mutating func choose(_ facts: SignInFacts) throws(AuthError) -> SignInAction {
        let candidates = facts.state.accounts.filter { $0.environment == environment && $0.fits(order.authority) }
        guard order.prompt != .create, !candidates.isEmpty else { return try admit(facts) }
        if order.namesSomebody, order.prompt != .selectAccount {
            let named = candidates.first(where: order.names)
            if named != nil || order.user.homeAccountID?.isEmpty == false || isBinding {
                guard let named else { return try admit(facts) }
                return try begin(named, isChosen: false, facts)
            }
        }
        if isShared(facts), let account = candidates.first { return try begin(account, isChosen: false, facts) }
        return perform(
            .show(AccountChooserPage(app: order.app, accounts: candidates).page), then: .choosing(candidates))
    }

    /// Whether signing in as another user than the named one is an error.
    private var isBinding: Bool { order.user.kind != .optionalName }

    /// Asks whether this app may use this account: once, or each time if nothing proves that it is the same app.
    /// Selecting the account on a page that names the app counts as consent.
    ///
    /// The rules are applied after the user's decision, so that a refusal tells an app nothing about the accounts that it
    /// may not see.
    mutating func begin(
        _ account: VaultAccount, isChosen: Bool, _ facts: SignInFacts
    ) throws(AuthError) -> SignInAction {
        guard !isChosen, configuration.asksBeforeFirstUse,
            !order.isLet(to: account, in: facts.state, asksBeforeFirstUse: true)
        else { return try storeConsent(account, facts) }
        return perform(
            .show(QuestionPage.confirmation(order.app, account: account).page), then: .confirming(account))
    }

    /// Stores the user's consent that the app uses the account.
    mutating func storeConsent(_ account: VaultAccount, _ facts: SignInFacts) throws(AuthError) -> SignInAction {
        try rules(facts).check(order, account)
        settled = account
        return perform(.storeConsent(account), then: .storingConsent(account))
    }

    /// Stores an account that has just signed in for the app.
    mutating func remember(_ account: VaultAccount, _ next: Next) -> SignInAction {
        settled = account
        return perform(.remember(account), then: .remembering(account, next))
    }

    /// Signs in an account that the broker does not have yet. A work or school account signs in for the broker first,
    /// so that the app's tokens come from the primary refresh token, and the provider gets the caller's claim.
    mutating func admit(_ facts: SignInFacts) throws(AuthError) -> SignInAction {
        guard !isShared(facts) || facts.state.accounts.isEmpty else { throw .sharedDeviceInUse }
        guard order.authority.kind == .aad, order.authority.audience != .personal,
            configuration.registration == .atSignIn, order.prompt != .create
        else { return openPages(nil, facts) }
        var request = PrimaryRequest(identity: WebIdentity())
        if facts.mayKnowUser || order.prompt == .login { request.prompt = .login }
        return perform(.signInForBroker(request), then: .admitting)
    }

    private func isShared(_ facts: SignInFacts) -> Bool {
        facts.state.isShared || configuration.policy.isSharedDevice
    }
}
