import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens interactively: selects the account, asks whether this app may use it, and shows the provider's pages.
struct InteractiveSignIn: Sendable {
    let core: BrokerCore
    let order: TokenOrder
    let screen: any BrokerScreenSession

    /// Signs the person in.
    ///
    /// - Throws: ``AuthError``: `userCanceled` if the user went back, `accountMismatch` if another user signed in than
    ///   requested, `configuration` if the administrator forbids it, and the provider's errors.
    func run() async throws(AuthError) -> TokenAnswer {
        guard let (account, isChosen) = try await choose() else { return try await newcomer() }
        try core.rules.check(order, account)
        if isChosen { try keepConsent(account) } else { try await confirm(account) }
        try await register(account)
        if !mustShowPages {
            do throws(AuthError) {
                return try await SilentTokens(core: core).fetched(order, account)
            } catch {
                guard error.isMendedByPerson else { throw error }
            }
        }
        return try await pages(account)
    }

    /// Whether the app requested a prompt that has to be shown before it gets tokens.
    private var mustShowPages: Bool {
        guard let prompt = order.prompt else { return false }
        return prompt != .selectAccount
    }

    /// Whether the provider may sign a user in by the web view's cookies.
    var mayBeKnown: Bool { !core.vault.state.accounts.isEmpty || !core.cookies.isEmpty }

    /// Returns the account to continue with, and whether the user selected it on a page; nil for an account that the
    /// broker does not have yet.
    private func choose() async throws(AuthError) -> (account: HeldAccount, isChosen: Bool)? {
        let state = core.vault.state
        let environment = core.environmentName(order.authority.environment)
        let candidates = state.accounts.filter { $0.environment == environment && $0.fits(order.authority) }
        guard order.prompt != .create, !candidates.isEmpty else { return nil }
        if order.namesSomebody, order.prompt != .selectAccount {
            let named = candidates.first(where: order.names)
            if named != nil || order.user.homeAccountID?.isEmpty == false || isBinding {
                return named.map { ($0, isChosen: false) }
            }
        }
        if state.isShared || core.configuration.policy.isSharedDevice {
            return candidates.first.map { ($0, isChosen: false) }
        }
        let page = AccountChooserPage(app: order.app, accounts: candidates)
        switch page.choice(try await screen.show(page.page)) {
        case .account(let index): return (candidates[index], isChosen: true)
        case .other: return nil
        case nil: throw .personWentBack
        }
    }

    /// Whether signing in as another user than the named one is an error.
    private var isBinding: Bool { order.user.kind != .optionalName }

    /// Registers the device if a rule requires it and it is not registered: for the first time, or again after the
    /// organization has removed it.
    private func register(_ account: HeldAccount) async throws(AuthError) {
        guard core.rules.wantsRegistration(order, account) else { return }
        let credentials = SignInCredentials(core, order: order, account: account)
        try await PrimarySignIn(self, credentials).run(isForced: false, account: account)
        guard !core.rules.wantsRegistration(order, account) else { throw .registrationNeeded }
    }

    /// Asks whether this app may use this account: once, or each time if nothing proves that it is the same app.
    /// Selecting the account on a page that names the app counts as consent.
    private func confirm(_ account: HeldAccount) async throws(AuthError) {
        let state = core.vault.state
        let isNew = !state.hasConsent(order, account) && order.namesSomebody
        if core.configuration.asksBeforeFirstUse, isNew || !order.isLet(to: account, in: state) {
            let page = QuestionPage.confirmation(order.app, account: account)
            guard page.goesOn(try await screen.show(page.page)) else { throw .personWentBack }
        }
        try keepConsent(account)
    }

    /// Asks about an account that the user did not select on a page of the broker's, if the provider was not requested
    /// to make the user sign in: with the web view's cookies it may respond without showing a page.
    private func confirmCreated(_ account: HeldAccount) async throws(AuthError) {
        let page = QuestionPage.confirmation(order.app, account: account)
        guard page.goesOn(try await screen.show(page.page)) else { throw .personWentBack }
    }

    private func keepConsent(_ account: HeldAccount) throws(AuthError) {
        let consent = order.consent(to: account)
        try core.vault.update { state throws(AuthError) in _ = state.consents.insert(consent) }
    }

    /// Signs in an account that the broker does not have yet. A work or school account signs in for the broker first,
    /// so that the app's tokens come from the primary refresh token, and the provider gets the caller's claim.
    private func newcomer() async throws(AuthError) -> TokenAnswer {
        guard
            !core.vault.state.isShared && !core.configuration.policy.isSharedDevice || core.vault.state.accounts.isEmpty
        else { throw .sharedDeviceInUse }
        guard order.authority.kind == .aad, order.authority.audience != .personal,
            core.configuration.registration == .atSignIn, order.prompt != .create
        else { return try await pages(nil) }
        let credentials = SignInCredentials(core, order: order, account: nil)
        let account: HeldAccount
        do throws(AuthError) {
            account = try await PrimarySignIn(self, credentials).run(isForced: true)
        } catch {
            guard let wanted = error.cause as? CertificateWanted else { throw error }
            return try await pages(nil, wanted: wanted)
        }
        try remember(account)
        try await register(account)
        guard core.vault.state.primaryToken(of: account) != nil else { return try await pages(account, isFresh: true) }
        do throws(AuthError) {
            return try await SilentTokens(core: core).fetched(order, account)
        } catch {
            guard error.isMendedByPerson else { throw error }
            return try await pages(account, isFresh: true)
        }
    }

    /// Shows the provider's pages for the app's own request.
    ///
    /// - Parameters:
    ///   - account: the expected account; nil for any.
    ///   - isFresh: whether the user has just entered credentials.
    ///   - wanted: set if the user has chosen to sign in by certificate.
    private func pages(
        _ account: HeldAccount?, isFresh: Bool = false, wanted: CertificateWanted? = nil
    ) async throws(AuthError) -> TokenAnswer {
        let credentials = SignInCredentials(core, order: order, account: account)
        credentials.isSilenced = order.prompt == .login && !isFresh
        var prompt = order.providerPrompt
        if prompt == .selectAccount || isFresh && prompt == .login { prompt = nil }
        // The user wants an account other than those that the web view's cookies identify; these may belong to a user
        // who signed out or went back. A user who has just chosen a certificate is already identified.
        let isAnybodyKnown = wanted == nil ? mayBeKnown : !core.vault.state.accounts.isEmpty
        if account == nil, prompt == nil, isAnybodyKnown { prompt = .login }
        let outcome = try await AppSignIn(self, credentials).run(account: account, prompt: prompt, wanted: wanted)
        let flow = outcome.flow
        guard let signedIn = HeldAccount(flow, environment: core.environmentName(flow.authority.environment)) else {
            throw AuthError(
                .invalidResponse, origin: .server, message: "The sign-in returned no id token that names the user.",
                remedy: "Check that the authority is the identity provider that is meant.")
        }
        if let account, account.homeAccountID != signedIn.homeAccountID { throw .otherAccount }
        try core.rules.check(order, signedIn)
        try checkUser(signedIn)
        if order.prompt == .create || account == nil && isAnybodyKnown && prompt != .login {
            try await confirmCreated(signedIn)
        }
        try remember(signedIn)
        try await register(signedIn)
        let answer = try TokenAnswer(flow, expected: signedIn)
        try await core.save(SaveInput(flow, for: order, account: signedIn), of: signedIn)
        if signedIn.kind == .work, outcome.isInWebView,
            core.configuration.registration == .atSignIn || core.vault.state.primaryToken(of: signedIn) != nil
        {
            // What these pages proved, a second factor above all, now counts for every app. The app already has its
            // tokens: if this step fails, the sign-in still succeeds.
            let primary = PrimarySignIn(self, credentials)
            _ = try? await primary.run(isForced: false, account: signedIn, keepsRegistration: true)
        }
        return answer
    }

    /// Checks the user who signed in at the broker's own request, before anything is stored or issued for them.
    ///
    /// - Throws: ``AuthError``: `accountMismatch` if the app requested another account or a shared device has one
    ///   already, `configuration` if the administrator denies the app this account.
    func admit(_ account: HeldAccount) throws(AuthError) {
        try checkUser(account)
        try core.rules.check(order, account)
        var state = core.vault.state
        try state.admit(account, isShared: core.configuration.policy.isSharedDevice)
    }

    /// Compares the user who signed in with the one that the app requested.
    private func checkUser(_ account: HeldAccount) throws(AuthError) {
        guard !order.skipsAccountCheck else { return }
        if let identifier = order.user.homeAccountID, !identifier.isEmpty {
            guard identifier.lowercased() == account.homeAccountID else { throw .otherAccount }
        }
        guard let name = order.user.username, !name.isEmpty else { return }
        switch order.user.kind {
        case .optionalName: return
        case .requiredName: guard name.lowercased() == account.username.lowercased() else { throw .otherAccount }
        case .uniqueID: guard name.lowercased() == account.localAccountID.lowercased() else { throw .otherAccount }
        }
    }

    /// Stores an account, and the consent that this app may use it: the user has just signed in for it.
    func remember(_ account: HeldAccount) throws(AuthError) {
        let consent = order.consent(to: account)
        let isShared = core.configuration.policy.isSharedDevice
        try core.vault.update { state throws(AuthError) in
            try state.admit(account, isShared: isShared)
            state.consents.insert(consent)
        }
    }
}

extension AuthError {
    static var personWentBack: AuthError {
        AuthError(
            .userCanceled, origin: .broker, message: "The person went back to the app without choosing.",
            remedy: "Sign in again if the person still wants to.")
    }

    /// Whether the user can resolve the error on the provider's pages.
    var isMendedByPerson: Bool {
        code == .interactionRequired || code == .deviceRegistrationRequired || code == .serverDeclinedScopes
    }
}

extension WebNavigation {
    /// Makes a navigation in the broker's web view.
    init(
        _ core: BrokerCore, credentials: any WebCredentials, screen: any BrokerScreenSession,
        presentation: CertificatePresentation? = nil,
        leaving: @escaping @Sendable (WebExit) async throws(AuthError) -> ExitOutcome
    ) {
        self.init(
            transport: core.environment.transport, clock: core.environment.clock, cookies: core.cookies, screen: screen,
            credentials: credentials, presentation: presentation, leaving: leaving)
    }
}
