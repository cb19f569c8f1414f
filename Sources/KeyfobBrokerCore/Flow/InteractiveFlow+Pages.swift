import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The provider's pages for the app's own request, and the steps that the provider requests in between: registering the
/// device, enrolling it, checking its compliance, presenting a certificate.
extension InteractiveFlow {
    /// Opens the provider's pages.
    ///
    /// - Parameters:
    ///   - account: the expected account; nil for any.
    ///   - isFresh: whether the user has just entered credentials.
    ///   - wanted: set if the user has chosen to sign in by certificate on a page that was not the app's.
    ///   - facts: what is known about the broker.
    mutating func openPages(
        _ account: VaultAccount?, isFresh: Bool = false, wanted: CertificateWanted? = nil, _ facts: SignInFacts
    ) -> SignInAction {
        var prompt = order.providerPrompt
        if prompt == .selectAccount || isFresh && prompt == .login { prompt = nil }
        // The user wants an account other than those that the web view's cookies identify; these may belong to a user
        // who signed out or went back. A user who has just chosen a certificate is already identified.
        let isAnyUserKnown = wanted == nil ? facts.mayKnowUser : !facts.state.accounts.isEmpty
        if account == nil, prompt == nil, isAnyUserKnown { prompt = .login }
        var parameters = parameters(account, prompt)
        if let wanted {
            // The provider then redirects the web view at once, if the app is registered for it.
            parameters.loginHint = wanted.name ?? parameters.loginHint
            parameters.extraParameters.set(Self.certificateFlag, "true")
        }
        let visit = ProviderVisit(
            expected: account,
            confirmsUser: order.prompt == .create || account == nil && isAnyUserKnown && prompt != .login,
            parameters: parameters,
            identity: WebIdentity(account: account, isSilenced: order.prompt == .login && !isFresh))
        return perform(.openPages(parameters, visit.identity, nil), then: .onPages(visit, .onPage))
    }

    private func parameters(_ account: VaultAccount?, _ prompt: Prompt?) -> CodeFlowParameters {
        var parameters = CodeFlowParameters(
            clientID: order.clientID, authority: order.authority, redirectURI: order.redirectURI, scopes: order.scopes)
        parameters.extraScopesToConsent = order.asking.extraScopesToConsent
        parameters.prompt = prompt
        parameters.loginHint = account?.username ?? order.loginHint
        parameters.isInstanceAware = order.asking.isInstanceAware
        parameters.claims = order.claims
        parameters.correlationID = order.correlationID
        parameters.dialect = order.dialect
        parameters.resource = order.resource
        parameters.binding = order.binding?.keyID.map(TokenBinding.init(keyID:))
        // Only the broker, never an app, states that the user has chosen a certificate.
        parameters.extraParameters = FormParameters(order.asking.extraParameters.sorted { $0.key < $1.key })
            .without([Self.certificateFlag])
        if let enrollment = account.flatMap(order.enrollmentID) {
            parameters.tokenQuery.set("microsoft_enrollment_id", enrollment)
        }
        return parameters
    }

    /// Handles an event while the provider's pages are open.
    mutating func handle(
        _ event: SignInEvent, on visit: ProviderVisit, _ step: ProviderVisit.Step, _ facts: SignInFacts
    ) throws(AuthError) -> SignInAction? {
        var visit = visit
        switch (step, event) {
        case (.onPage, .left(let exit)):
            visit.exits += 1
            guard visit.exits <= ProviderVisit.exitLimit else { throw .remediationEndless }
            return try leave(visit, by: exit, facts)
        case (.onPage, .signedInForApp(let flow, let account)): return try arrive(flow, account, visit, facts)
        case (.checkingCompliance, .submitted(let submission)):
            guard QuestionPage.compliance().goesOn(submission) else { throw .userWentBack }
            return goOn(visit, .reload)
        case (.signingInForBroker, .signedInForBroker(.signedIn(let account))):
            // From here on the web view may prove the device and its user, whatever prompt was requested.
            visit.identity = WebIdentity(account: account)
            return goOn(visit, .reload)
        case (.signingInForBroker, .signedInForBroker(.certificateWanted(let wanted))):
            return try useCertificate(wanted, visit)
        case (.listingCertificates(let wanted), .certificates(let names)):
            return present(names, wanted, visit)
        case (.choosingCertificate(let wanted, let names), .submitted(let submission)):
            let page = CertificateChooserPage(app: order.app, names: names)
            guard let index = page.choice(submission) else { throw .userWentBack }
            return present(names[index], wanted, visit)
        default: return nil
        }
    }

    private mutating func goOn(_ visit: ProviderVisit, _ outcome: ExitStep) -> SignInAction {
        perform(.goOn(outcome, visit.identity), then: .onPages(visit, .onPage))
    }

    /// Performs a page's request to the broker.
    private mutating func leave(
        _ visit: ProviderVisit, by exit: BrokerActionURL, _ facts: SignInFacts
    ) throws(AuthError) -> SignInAction {
        switch exit {
        case .registerDevice(let username): return register(username, replaces: false, visit, facts)
        case .renewRegistration(let username): return register(username, replaces: true, visit, facts)
        case .enroll(let url): return goOn(visit, .open(try trusted(url)))
        case .compliance(let url):
            if let url { return goOn(visit, .open(try trusted(url))) }
            return perform(.show(QuestionPage.compliance().page), then: .onPages(visit, .checkingCompliance))
        case .remediationEnded(let isSuccess):
            guard isSuccess else { throw .remediationFailed }
            return goOn(visit, .reload)
        case .systemBrowser(let url): return try useCertificate(CertificateWanted(try trusted(url)), visit)
        case .unknown(let host):
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page requests an action that the broker does not support: \(host).",
                remedy: "Update the broker.")
        }
    }

    private mutating func register(
        _ username: String?, replaces: Bool, _ visit: ProviderVisit, _ facts: SignInFacts
    ) -> SignInAction {
        let known =
            visit.identity.account
            ?? username.flatMap { name in
                facts.state.accounts.first {
                    $0.environment == environment && $0.username.lowercased() == name.lowercased()
                }
            }
        let request = PrimaryRequest(
            account: known, hint: username, identity: visit.identity, replacesRegistration: replaces)
        return perform(.signInForBroker(request), then: .onPages(visit, .signingInForBroker))
    }

    /// Checks that a URL is the organization's.
    private func trusted(_ url: HTTPURL) throws(AuthError) -> HTTPURL {
        guard isTrusted(url) else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page redirects the broker to an unknown host: \(url.host).",
                remedy: "Add the host to the broker's configuration if it is the organization's.")
        }
        return url
    }

    /// Checks the user who signed in, before anything is stored.
    private mutating func arrive(
        _ flow: FlowResult, _ account: VaultAccount?, _ visit: ProviderVisit, _ facts: SignInFacts
    ) throws(AuthError) -> SignInAction {
        guard let account else {
            throw AuthError(
                .invalidResponse, origin: .server, message: "The sign-in returned no id token that names the user.",
                remedy: "Check that the authority is the identity provider that is meant.")
        }
        if let expected = visit.expected, expected.homeAccountID != account.homeAccountID { throw .otherAccount }
        try rules(facts).check(order, account)
        try order.admit(account)
        let user = SignedIn(flow: flow, account: account, visit: visit)
        guard visit.confirmsUser else { return remember(account, .answer(user)) }
        return perform(
            .show(QuestionPage.confirmation(order.app, account: account).page), then: .confirmingUser(user))
    }
}

extension AuthError {
    fileprivate static var remediationFailed: AuthError {
        AuthError(
            .interactionRequired, origin: .broker, message: "The device was not enrolled.",
            remedy: "Sign in again and follow the organization's page to its end.")
    }

    fileprivate static var remediationEndless: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The device was registered and enrolled as requested, and the organization still requests more.",
            remedy: "Wait until the organization's rules have taken effect, and sign in again.")
    }
}
